import { pipeline } from "node:stream";
import { createGzip, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";
import { Pieces } from "./pieces.ts";

/** Less than that fits into two packets. */
const LEAST_BYTES = 2048;
/** The next levels take half as much processor again for a tenth less. */
const LEVEL = 1;

/**
 * From here on, JSON of some length goes out compressed to those who take that. What it is made of, a client names
 * itself with a key that no foreign page has, so that its length gives nothing away.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (!isLong(payload) || !isJson(reply)) {
      done(null, payload);
      return;
    }
    reply.header("vary", "accept-encoding");
    if (!takesGzip(request.headers["accept-encoding"])) {
      done(null, payload);
      return;
    }
    if (payload instanceof Pieces) {
      const packed = createGzip({ level: LEVEL });
      // The compressed stream ends, or fails, with the payload.
      pipeline(payload, packed, (error) => error && request.log.info({ err: error }, "compressing"));
      reply.removeHeader("content-length").header("content-encoding", "gzip");
      done(null, packed);
      return;
    }
    gzip(payload, { level: LEVEL }, (error, bytes) => {
      if (error !== null) {
        done(error);
        return;
      }
      reply.header("content-encoding", "gzip");
      weaken(reply);
      done(null, bytes);
    });
  });
}

const isLong = (payload: unknown): payload is string | Buffer | Pieces =>
  payload instanceof Pieces ||
  ((typeof payload === "string" || Buffer.isBuffer(payload)) && payload.length >= LEAST_BYTES);

const isJson = (reply: FastifyReply): boolean => String(reply.getHeader("content-type")).startsWith("application/json");

const takesGzip = (accepted: string | string[] | undefined): boolean =>
  String(accepted ?? "")
    .split(",")
    .some((coding) => /^\s*gzip\s*(?:;\s*q\s*=\s*(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i.test(coding));

/** The same document, but not byte for byte. */
function weaken(reply: FastifyReply): void {
  const etag = reply.getHeader("etag");
  if (typeof etag === "string" && !etag.startsWith("W/")) reply.header("etag", `W/${etag}`);
}
