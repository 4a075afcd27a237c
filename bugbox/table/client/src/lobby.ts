// The lobby: uploads a record for replay.

import { find } from "./page";

export function openLobby(): void {
  find<HTMLInputElement>("#record-file")?.addEventListener("change", async (event) => {
    const file = (event.target as HTMLInputElement).files?.[0];
    const said = find("#record-said");
    if (!file || !said) return;
    said.textContent = "Reading …";
    try {
      const answer = await fetch("/replay", { method: "POST", body: await file.text() });
      if (answer.ok) location.assign(await answer.text());
      else
        said.textContent = answer.headers.get("content-type")?.startsWith("text/plain")
          ? await answer.text()
          : "That cannot be replayed.";
    } catch {
      said.textContent = "The server cannot be reached.";
    }
  });
}
