import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App, loadScreen } from "./app.tsx";
import { flushDeletes } from "./data/delete-later.ts";
import { currentSession, openSession, takeLinkedSession } from "./data/session.ts";
import { preferredLanguage, showLanguage } from "./i18n/set-up.ts";
import { startLocation } from "./browser/location.ts";
import { type Beginning, builderScreen } from "./screens/early.ts";

/** Draws the program into the page; `begins` is on its way by now, and drawn first. */
export async function openPage(begins: Beginning | null): Promise<void> {
  // Before the location is followed: the key in a link's fragment must not stay in the address bar.
  const opened = openSession();
  // A link opened in a tab that is here already changes nothing but the fragment.
  window.addEventListener("hashchange", takeLinkedSession);
  startLocation();
  window.addEventListener("pagehide", flushDeletes);

  const root = document.getElementById("root");
  if (root === null) throw new Error("index.html has no element #root.");
  const page = createRoot(root);
  // Without its file, as when the network is gone, the page is in English rather than empty.
  const words = showLanguage(preferredLanguage());
  // What stands for a builder is drawn as one; of other screens it says nothing.
  const code = begins !== null && begins.screen !== builderScreen && loadScreen(begins.screen);
  await Promise.allSettled([words, opened, code]);
  const session = currentSession();
  if (session !== null && (await code)) await begins?.takeAnswers?.(session);
  page.render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
