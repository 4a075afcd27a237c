// Bundles the client: one script, and one style sheet with what the boards of all games add to it.

import { readdirSync } from "node:fs";
import { build } from "esbuild";

const GAMES = "../../games";
const boards = readdirSync(GAMES, { recursive: true })
  .filter((file) => file.endsWith(".css"))
  .sort()
  .map((file) => `${GAMES}/${file}`);
const sheets = ["./src/style.css", "./src/window.css", "./src/graph.css", "./src/hint.css", ...boards].map(
  (sheet) => `@import "${sheet}";`,
);

const common = { bundle: true, minify: true, target: "es2022", logLevel: "warning" };
await build({ ...common, entryPoints: ["src/main.ts"], format: "iife", outfile: "../static/bugbox.js" });
await build({
  ...common,
  stdin: { contents: sheets.join("\n"), loader: "css", resolveDir: "." },
  outfile: "../static/bugbox.css",
});
