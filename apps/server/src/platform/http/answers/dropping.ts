import type { FastifyReply } from "fastify";

/** Whoever sends more than that does not get to see why it is refused. */
const MOST_DROPPED_BYTES = 100 * 1024 * 1024;

/**
 * Lets a client see an answer that comes before its body was read: many read none until they have sent it all, and a
 * connection that is closed on them breaks. What is left is read and dropped, and the client closes the connection.
 */
export function dropRest(reply: FastifyReply): void {
  const { raw } = reply.request;
  const hasBody = raw.headers["transfer-encoding"] !== undefined || Number(raw.headers["content-length"]) > 0;
  if (raw.complete || raw.destroyed || !hasBody) return;
  reply.removeHeader("connection");
  reply.raw.shouldKeepAlive = true;
  let dropped = 0;
  raw.on("data", ({ length }: Buffer) => {
    dropped += length;
    if (dropped > MOST_DROPPED_BYTES) raw.destroy();
  });
  raw.resume();
}
