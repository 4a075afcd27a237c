import { Idiomorph } from "idiomorph";

/** Make the table what the server says it is, keeping the elements that are already there. */
function show(table: Element, html: string): void {
  Idiomorph.morph(table, html, { morphStyle: "innerHTML" });
}

const table = document.querySelector("main");
if (table) show(table, table.innerHTML);
