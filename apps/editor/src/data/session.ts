import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { answerTabs, askTabs } from "../browser/other-tabs.ts";
import { deviceStore, tabStore, type Store } from "../browser/storage.ts";

/** Where the service is and with which key it is asked. */
export interface Session {
  /** Absolute, without a trailing slash. */
  baseUrl: string;
  apiKey: string;
}

const KEY = "trilho.session";

/** What a link's fragment says: `#key=trk_…`, with `&url=` for a service elsewhere. Null without a key. */
export function sessionOfFragment(hash: string, origin: string): Session | null {
  const params = new URLSearchParams(hash.replace(/^#/, ""));
  const apiKey = params.get("key")?.trim() ?? "";
  if (apiKey === "") return null;
  const url = params.get("url")?.trim() ?? "";
  return { baseUrl: tidyBaseUrl(url === "" ? origin : url), apiKey };
}

export const tidyBaseUrl = (url: string): string =>
  url
    .trim()
    .replace(/\/+$/, "")
    .replace(/\/api\/v1$/, "");

/** Reads what was kept; anything that is no session counts as none. */
function kept(store: Store): Session | null {
  const text = store.get(KEY);
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isSession(value) ? { baseUrl: value.baseUrl, apiKey: value.apiKey } : null;
  } catch {
    // Somebody else's text under our name.
    return null;
  }
}

function isSession(value: unknown): value is Session {
  return (
    typeof value === "object" &&
    value !== null &&
    "baseUrl" in value &&
    typeof value.baseUrl === "string" &&
    "apiKey" in value &&
    typeof value.apiKey === "string"
  );
}

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
