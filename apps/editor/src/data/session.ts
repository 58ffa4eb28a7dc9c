import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { answerTabs, askTabs } from "../browser/other-tabs.ts";
import { deviceStore, tabStore } from "../browser/storage.ts";
import { kept, SESSION_KEY as KEY, sessionOfFragment, type Session } from "./kept-session.ts";

const session = createStore<{ session: Session | null }>()(() => ({ session: null }));

/** What a tab keeps whose person disconnected: it is not to be connected by another one. */
const NONE = "none";

/**
 * Opens what the address says, what was kept for this tab, what the tab has that opened this one, or what was kept on
 * this device. Call once, before anything is drawn.
 */
export async function openSession(): Promise<void> {
  answerTabs(currentSession);
  if (takeLinkedSession()) return;
  const own = kept(tabStore);
  if (own !== null || tabStore.get(KEY) === NONE) return session.setState({ session: own });
  const theirs = await askTabs(
    (late) => currentSession() === null && tabStore.get(KEY) !== NONE && connect(late, false),
  );
  if (theirs !== null) connect(theirs, false);
  else session.setState({ session: kept(deviceStore) });
}

/**
 * Takes a session out of the address bar, where it would stay in the history and on screenshots. False when the address
 * holds none.
 */
export function takeLinkedSession(): boolean {
  const { hash, origin, pathname, search } = window.location;
  const linked = sessionOfFragment(hash, origin);
  if (linked === null) return false;
  window.history.replaceState(window.history.state, "", pathname + search);
  connect(linked, false);
  return true;
}

/** Keeps the session for this tab, and with `remember` on this device. */
export function connect(next: Session, remember: boolean): void {
  tabStore.set(KEY, JSON.stringify(next));
  if (remember) deviceStore.set(KEY, JSON.stringify(next));
  session.setState({ session: next });
}

/** Forgets the key everywhere. */
export function disconnect(): void {
  tabStore.set(KEY, NONE);
  deviceStore.remove(KEY);
  session.setState({ session: null });
}

export const currentSession = (): Session | null => session.getState().session;
export const useSession = (): Session | null => useStore(session, (state) => state.session);
