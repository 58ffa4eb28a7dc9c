import type { FastifyInstance } from "fastify";
import { loggable } from "./errors.ts";
import { pino, type DestinationStream, type Logger } from "pino";

/**
 * A logger of one line per request. Of an error it keeps what is safe to keep, whoever logs it: database errors carry
 * rows and their whole connection. Headers are not logged; if one ever is, its credentials are not.
 */
export function createLogger(options: { level?: string; destination?: DestinationStream } = {}): Logger {
  const settings = {
    level: options.level ?? "info",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggable },
    redact: ["*.authorization", "*.headers.authorization", "headers.authorization", "authorization"],
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

/** One line per request, when it was answered: no query (people search for people), no headers, no bodies. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const principal = request.principal;
    request.log.info(
      {
        method: request.method,
        path: request.url.split("?", 1)[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(principal && { workspaceId: principal.workspaceId, keyId: principal.keyId }),
      },
      "request",
    );
    done();
  });
}
