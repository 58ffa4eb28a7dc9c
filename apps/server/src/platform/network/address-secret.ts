/** What a sealed part reads as. Written back like this, it keeps its value. */
export const HIDDEN = "[hidden]";

/** A scheme with what follows it, then all that stands before the host. */
const USER_INFO = /^(\s*(?:https?:[\s/\\]*|[a-z][a-z0-9+.-]*:\/\/))([^/?#\\]*)@/i;

interface Address {
  before: string;
  /** What lets its caller in: the password, or the user where that stands alone. */
  secret: string;
  after: string;
}

function read(url: string): Address | null {
  const [whole = "", scheme = "", info = ""] = USER_INFO.exec(url) ?? [];
  const colon = info.indexOf(":");
  const hasPassword = colon >= 0 && colon < info.length - 1;
  const secret = hasPassword ? info.slice(colon + 1) : info.slice(0, colon < 0 ? undefined : colon);
  if (secret === "") return null;
  const before = scheme + (hasPassword ? info.slice(0, colon + 1) : "");
  return { before, secret, after: url.slice(before.length + secret.length, whole.length) + url.slice(whole.length) };
}

/** What of an address lets its caller in, as it is written; null without. */
export const secretOfAddress = (url: unknown): string | null =>
  typeof url === "string" ? (read(url)?.secret ?? null) : null;

/** An address with its secret replaced; as it is where it has none. */
export function withSecret(url: string, secret: string): string {
  const address = read(url);
  return address === null ? url : address.before + secret + address.after;
}

/** An address as people may read it. */
export const shownAddress = (url: string): string => withSecret(url, HIDDEN);
