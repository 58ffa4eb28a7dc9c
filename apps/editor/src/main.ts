import "@fontsource-variable/inter/wght.css";
import "./theme/tokens.css";
import "./theme/base.css";
import "./theme/page.css";
import { tabStore } from "./browser/storage.ts";
import { askEarly } from "./data/early-answers.ts";
import { kept, sessionOfFragment } from "./data/kept-session.ts";
import { beginningAt } from "./screens/early.ts";

const { pathname, hash, origin } = window.location;
const session = sessionOfFragment(hash, origin) ?? kept(tabStore);
// What an address shows, its own code, and the rest of the program come side by side.
const begins = session === null ? null : beginningAt(pathname);
if (session !== null && begins !== null) {
  askEarly(session, begins.paths);
  // What cannot be had now is asked for again, and missed, by the screen itself.
  begins.screen().catch(() => undefined);
}
void import("./page.tsx").then(({ openPage }) => openPage(begins));
