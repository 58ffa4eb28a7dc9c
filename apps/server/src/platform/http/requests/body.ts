import type { FastifyInstance, FastifyRequest } from "fastify";
import { Refusal } from "../answers/errors.ts";

/** The contract's bodies are JSON and small. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Only JSON is read: as UTF-8 without replacement, uncompressed, an empty body as none. */
export function readJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, ({ headers }, bytes: Buffer, done) => {
    const body = read(headers, bytes);
    done(body instanceof Refusal ? body : null, body);
  });
}

/** The value of a body, or its refusal. */
function read(headers: FastifyRequest["headers"], bytes: Buffer): unknown {
  if (!isIdentity(headers["content-encoding"])) return unreadable("Send the body without compression.", 415);
  if (!isUtf8(headers["content-type"])) return unreadable("Send the body as UTF-8.", 415);
  const text = decode(bytes);
  if (text === null) return unreadable("The body is not UTF-8.");
  return text.trim() === "" ? undefined : parse(text);
}

const unreadable = (message: string, status = 400): Refusal => new Refusal({ code: "BAD_REQUEST", status, message });

const isIdentity = (encoding: string | undefined): boolean =>
  encoding === undefined || /^\s*(?:identity)?\s*$/i.test(encoding);

/** JSON is always UTF-8 (RFC 8259, 8.1); some clients say so, and none may say otherwise. */
function isUtf8(contentType = ""): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
  return charset === undefined || /^(?:utf-?8|us-ascii)$/i.test(charset);
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer): string | null {
  try {
    return UTF_8.decode(bytes);
  } catch {
    // The expected answer to bytes that are no text.
    return null;
  }
}

/** `__proto__` becomes a key like any other here; the checks of a body refuse it by its place. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return unreadable("The body is not valid JSON.");
  }
}
