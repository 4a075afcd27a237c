import { openLobby } from "./lobby";
import { placeDrawings, watchPage } from "./page";
import { watchPreferences } from "./preferences";
import { openReplay } from "./replay";
import { openTable } from "./table";

const { page, drawings } = document.body.dataset;
const path = location.pathname.replace(/\/replay$/, ""); // the table's path

watchPreferences();
watchPage();
if (page === "table") void placeDrawings(drawings).then(() => openTable(path));
if (page === "replay") void placeDrawings(drawings).then(() => openReplay(path));
if (page === "lobby") openLobby();
