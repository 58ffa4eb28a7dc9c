import type { FieldError } from "@trilho/contract";

const MESSAGE = "is not percent-encoded UTF-8";
/** Where not even the name can be decoded. */
const NAMELESS = "query";

/**
 * Parts of an address's query that decode to no text. The framework's parser would take them as they are written, and a
 * list would be narrowed to something that nobody asked for.
 */
export function undecodableParts(url: string): FieldError[] {
  const start = url.indexOf("?");
  if (start === -1 || !url.includes("%", start)) return [];
  const parts = url.slice(start + 1).split("&");
  return parts.flatMap((part) => (decoded(part) === null ? [{ field: nameOf(part), message: MESSAGE }] : []));
}

const nameOf = (part: string): string => decoded(part.split("=", 1)[0] ?? "") ?? NAMELESS;

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    // The expected answer to bytes that are no text.
    return null;
  }
}
