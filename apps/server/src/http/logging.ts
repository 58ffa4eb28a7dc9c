import type { FastifyInstance } from "fastify";
import { pino, type DestinationStream, type Logger } from "pino";

/** A logger of one line per request. Headers are not logged; if one ever is, its credentials are not. */
export function createLogger(options: { level?: string; destination?: DestinationStream } = {}): Logger {
  const settings = {
    level: options.level ?? "info",
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
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
