import { openLobby } from "./lobby";
import { watchPage } from "./page";
import { watchPreferences } from "./preferences";
import { openReplay } from "./replay";
import { openTable } from "./table";

const { page, about = "" } = document.body.dataset;

watchPreferences();
watchPage();
if (page === "table") openTable(about);
if (page === "replay") openReplay(about);
if (page === "lobby") openLobby();
