import type { Store } from "../browser/storage.ts";

/** Where the service is and with which key it is asked. */
export interface Session {
  /** Absolute, without a trailing slash. */
  baseUrl: string;
  apiKey: string;
}

export const SESSION_KEY = "trilho.session";

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
export function kept(store: Store): Session | null {
  const text = store.get(SESSION_KEY);
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
