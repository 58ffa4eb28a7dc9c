/** Stands for what a log does not keep. */
const HIDDEN = "[hidden]";
const REDACTED = "[redacted]";

const HOOKS = "/hooks/automations/";

/**
 * What a log keeps of an address: no query, as people search for people; nothing in it that names somebody, such as the
 * phone of a conversation; nor what lets anybody who knows an automation's address call it. `route` is the pattern that
 * answered, `/deals/:seq`: a deal's number is no phone, however long.
 */
export function loggedPath(url: string, route: string | undefined): string {
  if (url.startsWith(HOOKS)) return HOOKS + REDACTED;
  const end = url.indexOf("?");
  const path = end === -1 ? url : url.slice(0, end);
  const pattern = route?.split("/");
  return path
    .split("/")
    .map((part, index) => (pattern?.[index] === ":seq" || !namesSomebody(part) ? part : HIDDEN))
    .join("/");
}

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
/** An e-mail, an Instagram user, or as many digits as the shortest phones have, however they are grouped. */
const SOMEBODY = /@|^ig:|\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){6}/iu;

function namesSomebody(part: string): boolean {
  try {
    return SOMEBODY.test(decodeURIComponent(part).replaceAll(UUID, ""));
  } catch {
    // It cannot be decoded.
    return true;
  }
}
