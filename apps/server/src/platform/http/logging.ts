import { openSync } from "node:fs";
import { API_PREFIX } from "@trilho/contract";
import type { FastifyInstance } from "fastify";
import type { RequestLog } from "../service/requests.ts";
import { loggable } from "./answers/errors.ts";
import { loggedPath } from "./logged-path.ts";
import { createOutage, type Outage } from "./outage.ts";
import { withTrace } from "../tracing/tracing.ts";
import { pino, type DestinationStream, type Logger, type LoggerOptions } from "pino";

/**
 * A logger of one line per request. Of an error it keeps what is safe to keep, whoever logs it: database errors carry
 * rows and their whole connection. Headers are not logged; if one ever is, its credentials are not. A line says which
 * trace it is a part of, where there is one.
 */
export function createLogger(options: { level?: string; destination?: DestinationStream } = {}): Logger {
  const outage = createOutage({
    began: (error, what) => logger.error({ outage: loggable(error) }, what),
    ended: (seconds, what) => logger.warn({ seconds }, what),
  });
  const settings: LoggerOptions = {
    level: options.level ?? "info",
    base: null,
    timestamp: createTimestamp(),
    serializers: { err: loggable },
    formatters: { log: (line) => withTrace(withoutCredentials(line)) },
    hooks: {
      logMethod(given, method, level) {
        const [fields] = given as [unknown];
        if (level >= WARN && isPlain(fields) && outage.covers(fields["err"])) this.debug(...given);
        else method.apply(this, given);
      },
    },
  };
  const logger = options.destination ? pino(settings, options.destination) : pino(settings);
  OUTAGES.set(logger, outage);
  return logger;
}

const WARN = 40;

const OUTAGES = new WeakMap<object, Outage>();

/**
 * From now on a logger of `createLogger` tells an outage of the database in two lines, when it begins and when `ping`
 * answers again; what fails by it meanwhile is told at `debug`. Answers what ends this.
 */
export const tellOutagesOnce = (logger: object, ping: () => Promise<void>): (() => Promise<void>) =>
  OUTAGES.get(logger)?.watch(ping) ?? (() => Promise.resolve());

/** As pino's own, written once for all lines of a millisecond: a busy server has many. */
function createTimestamp(): () => string {
  let at = 0;
  let text = "";
  return () => {
    const now = Date.now();
    if (now !== at) {
      at = now;
      text = `,"time":"${new Date(now).toISOString()}"`;
    }
    return text;
  };
}

const CREDENTIALS = /^(?:proxy-)?authorization$|^(?:set-)?cookie$|secret|password|token|api[-_]?keys?$/i;
const DEEPEST = 5;

/** Looks into objects only where there are any: the line of a request has none, and there are many of them. */
function withoutCredentials(logged: Record<string, unknown>, depth = 0): Record<string, unknown> {
  let shown = logged;
  for (const key in logged) {
    const value = logged[key];
    const safe = CREDENTIALS.test(key) ? "[redacted]" : isPlain(value) ? nested(value, depth) : value;
    if (safe === value) continue;
    if (shown === logged) shown = { ...logged };
    shown[key] = safe;
  }
  return shown;
}

const nested = (value: Record<string, unknown>, depth: number): unknown =>
  depth >= DEEPEST ? "[deeper]" : withoutCredentials(value, depth + 1);

/** Errors are not: they have a serialiser of their own. */
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !(value instanceof Error);

/** Characters that are written together. */
const TOGETHER = 32 * 1024;

/** A file or descriptor to write lines to: each at once with `sync`, else several together, a second late at most. */
export function openLog(dest: string | number, sync = false): LogDestination {
  const fd = typeof dest === "string" ? openSync(dest, "a") : dest;
  if (sync) return pino.destination({ dest: fd, sync });
  // What is shorter waits for `flush`, so that at the end of the process nothing is still under way.
  const file = pino.destination({ dest: fd, sync, minLength: TOGETHER, maxWrite: 2 * TOGETHER });
  // Collected here: the file would measure all that it holds anew with each line.
  let held = "";
  const pass = (): void => {
    if (held !== "") file.write(held);
    held = "";
  };
  const flushSync = (): void => {
    pass();
    file.flushSync();
  };
  const flush = (): void => {
    pass();
    file.flush();
  };
  setInterval(flush, 1000).unref();
  process.once("exit", flushSync);
  return {
    write(line) {
      held += line;
      if (held.length >= TOGETHER) pass();
    },
    flushSync,
  };
}

export interface LogDestination extends DestinationStream {
  /** Writes what was collected. */
  flushSync(): void;
}

/**
 * One line per request, when it was answered, and one row in the log that is kept for requests of the API: no query,
 * no headers, no bodies, and of the path nothing that names somebody.
 */
export function logRequests(app: FastifyInstance, requests: RequestLog | undefined): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { principal, method, routeOptions } = request;
    const path = loggedPath(request.url, routeOptions.url);
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    const { workspaceId, keyId } = principal ?? NOBODY;
    request.log.info({ method, path, status: reply.statusCode, ms, workspaceId, keyId }, "request");
    if (requests !== undefined && path.startsWith(API_PREFIX)) {
      requests.note({
        requestId: request.id,
        workspaceId: workspaceId ?? null,
        keyId: keyId ?? null,
        method,
        path,
        status: reply.statusCode,
        code: request.failureCode,
        ms,
        at: Date.now(),
      });
    }
    done();
  });
}

/** A line leaves out what is undefined. */
const NOBODY = { workspaceId: undefined, keyId: undefined };
