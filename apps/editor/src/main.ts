import "@fontsource-variable/inter/wght.css";
import "./theme/tokens.css";
import "./theme/base.css";
import "./theme/page.css";
import { tabStore } from "./browser/storage.ts";
import { askForList } from "./data/early-list.ts";
import { kept, sessionOfFragment } from "./data/kept-session.ts";
import { automationsScreen, builderScreen } from "./screens/early.ts";
import { watchStyles } from "./ui/loading/failed-styles.ts";

watchStyles();
const { pathname, hash, origin } = window.location;
/** What cannot be had now is asked for again, and missed, by the screen itself. */
const soon = (screen: Promise<unknown>): void => void screen.catch(() => undefined);
const session = sessionOfFragment(hash, origin) ?? kept(tabStore);
// Most visits begin at one of two screens. Their code, what the list shows, and the rest of the program come side by side.
if (session !== null && pathname === "/") {
  askForList(session);
  soon(automationsScreen());
} else if (session !== null && /^\/automations\/[^/]+$/.test(pathname)) soon(builderScreen());
void import("./page.tsx").then(({ openPage }) => openPage());
