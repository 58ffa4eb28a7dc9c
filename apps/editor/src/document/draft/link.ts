import { isDrawable } from "../document.ts";
import { bodyOf, withoutAddress, type Draft } from "./draft.ts";
import { fromJson, MAX_IMPORT_BYTES } from "./transfer.ts";

/** Characters of a link's fragment; longer ones are cut off by mail and chat programs. */
export const MAX_LINK = 100_000;
/** Deeper than any automation, and no deeper than what the engine reads. */
const MAX_DEPTH = 256;
/** Far more than an automation may have, and still drawn at once. */
const MAX_NODES = 1000;

const KEY = "#automation=";
const VERSION = "1";

export type LinkFailure = "broken" | "newer" | "tooBig";
export type Linked = { ok: true; draft: Draft } | { ok: false; reason: LinkFailure };

/** Whether a fragment of an address claims to hold an automation. */
export const holdsLink = (hash: string): boolean => hash.startsWith(KEY);

/**
 * A draft as the fragment of an address: `#automation=1.` and its JSON, deflated, in base64url. Servers are never sent
 * it. Null for what is too long, or cannot be drawn.
 */
export async function linkOf(draft: Draft): Promise<string | null> {
  if (!isDrawable(draft.definition)) return null;
  const json = JSON.stringify(bodyOf({ ...draft, settings: withoutAddress(draft.settings) }));
  const bytes = await through(new CompressionStream("deflate"), new TextEncoder().encode(json), Infinity);
  const text = Array.from(bytes ?? [], (byte) => String.fromCharCode(byte)).join("");
  const link = `${KEY}${VERSION}.${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  return link.length > MAX_LINK ? null : link;
}

/** What a fragment holds, from wherever it came: a whole automation that can be drawn, or why not. */
export async function readLink(hash: string, fallbackName: string): Promise<Linked> {
  const [version = "", data = ""] = hash.slice(KEY.length).split(".", 2);
  if (version !== VERSION) return refused(/^[1-9]\d{0,3}$/.test(version) ? "newer" : "broken");
  if (hash.length > MAX_LINK) return refused("tooBig");
  try {
    const packed = Uint8Array.from(atob(data.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
    const bytes = await through(new DecompressionStream("deflate"), packed, MAX_IMPORT_BYTES);
    if (bytes === null) return refused("tooBig");
    return readJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes), fallbackName);
  } catch {
    // No base64, cut off, a checksum that does not fit, no UTF-8: whoever sent it must send it again.
    return refused("broken");
  }
}

const refused = (reason: LinkFailure): Linked => ({ ok: false, reason });

function readJson(json: string, fallbackName: string): Linked {
  if (depthOf(json) > MAX_DEPTH) return refused("tooBig");
  const read = fromJson(json, fallbackName);
  if (!read.ok || !isDrawable(read.draft.definition)) return refused("broken");
  return read.draft.definition.nodes.length > MAX_NODES ? refused("tooBig") : read;
}

/** How deep lists and objects of a JSON text lie in one another. */
function depthOf(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [token] of json.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[{}\]]/g)) {
    if (token === "[" || token === "{") deepest = Math.max(deepest, ++depth);
    else if (token === "]" || token === "}") depth -= 1;
  }
  return deepest;
}

/** All that comes out of a stream; null as soon as that is more than `most` bytes. Rejects when the stream fails. */
async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    parts.push(part.value);
    if (size > most) {
      await reader.cancel();
      return null;
    }
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
