import type { FastifyInstance } from "fastify";
import { Refusal } from "./errors.ts";

/** The contract's bodies are JSON and small. */
export const MAX_BODY_BYTES = 1024 * 1024;

/** Only JSON is read: as UTF-8 without replacement, an empty body as none, and nothing that could poison a prototype. */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, bytes, done) => {
    const text = decode(bytes as Buffer);
    if (text === null) done(new Refusal({ code: "BAD_REQUEST", message: "The body is not UTF-8." }));
    else if (text.trim() === "") done(null, undefined);
    else void parse(request, text, done);
  });
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    // The expected answer to bytes that are no text.
    return null;
  }
}
