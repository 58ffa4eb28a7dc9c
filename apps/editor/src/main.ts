import "@fontsource-variable/inter/wght.css";
import "./theme/tokens.css";
import "./theme/base.css";
import "./theme/page.css";
import { tabStore } from "./browser/storage.ts";
import { askForList } from "./data/early-list.ts";
import { kept, sessionOfFragment } from "./data/kept-session.ts";
import { prepareFormats } from "./i18n/prepare-formats.ts";
import { automationsScreen } from "./screens/early.ts";
import { watchStyles } from "./ui/loading/failed-styles.ts";

watchStyles();
const { pathname, hash, origin } = window.location;
const session = sessionOfFragment(hash, origin) ?? kept(tabStore);
// Most visits begin at the list. What it shows, its own code, and the rest of the program come side by side.
const atList = session !== null && pathname === "/";
if (atList) {
  askForList(session);
  // What cannot be had now is asked for again, and missed, by the screen itself.
  automationsScreen().catch(() => undefined);
}
void import("./page.tsx").then(({ openPage }) => openPage(atList));
if (atList) prepareFormats(navigator.language);
