import { timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Failure } from "../service/outcome.ts";
import type { PoolState } from "../service/requests.ts";
import { bearerKey } from "../security/bearer.ts";
import { Refusal } from "./answers/errors.ts";

/** What Prometheus reads of one server. */
export interface Metrics {
  registry: Registry;
  duration: Histogram<"method" | "route" | "status">;
  inFlight: Gauge;
}

/** Counters of requests and of the pool, if there is one. */
export function createMetrics(pool: (() => PoolState) | null): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (pool !== null) {
    const sessions = new Gauge({
      name: "trilho_database_sessions",
      help: "Sessions on the database by state, and who waits for one",
      labelNames: ["state"],
      registers,
      collect() {
        for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
      },
    });
    sessions.reset();
  }
  return {
    registry,
    duration: new Histogram({
      name: "trilho_http_request_duration_seconds",
      help: "Requests by method, route and status, from the first byte to the answer",
      labelNames: ["method", "route", "status"],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers,
    }),
    inFlight: new Gauge({ name: "trilho_http_requests_in_flight", help: "Requests not answered yet", registers }),
  };
}

/** Counts every request; those of no route share one name, so that nobody can make names up. */
export function measureRequests(app: FastifyInstance, { duration, inFlight }: Metrics): void {
  app.addHook("onRequest", (_request, reply, done) => {
    inFlight.inc();
    // Also of a request whose client went away, which is never answered.
    reply.raw.once("close", () => inFlight.dec());
    done();
  });
  app.addHook("onResponse", ({ method, routeOptions }, reply, done) => {
    duration.observe({ method, route: routeOptions.url ?? "none", status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });
}

const NOT_HERE: Failure = { code: "NOT_FOUND", message: "There is nothing at this address." };

/**
 * `GET /metrics` for who has the token; without a token for programs on this machine that ask the server directly, by a
 * name of this machine: a proxy beside it would pass everybody's requests on, and so would a browser here for a page
 * whose name its owner points at this machine. For others there is no such address. Once somebody reads them, they tell
 * of the process, too: memory, event loop, garbage collection.
 */
export function serveMetrics(app: FastifyInstance, { registry }: Metrics, token: string | null): void {
  app.route({
    method: "GET",
    url: "/metrics",
    async handler(request, reply) {
      if (!(token === null ? isLocal(request) : hasToken(request, token))) throw new Refusal(NOT_HERE);
      // Watching the event loop wakes an idle process a hundred times a second: most of what that takes.
      if (registry.getSingleMetric("nodejs_eventloop_lag_seconds") === undefined) {
        collectDefaultMetrics({ register: registry });
      }
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  });
}

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

const LOCAL_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i;

const isLocal = ({ raw, headers }: FastifyRequest): boolean =>
  LOOPBACK.test(raw.socket.remoteAddress ?? "") &&
  LOCAL_HOST.test(headers.host ?? "") &&
  ["forwarded", "x-forwarded-for", "x-real-ip", "via"].every((name) => headers[name] === undefined);

function hasToken({ headers }: FastifyRequest, token: string): boolean {
  const given = Buffer.from(bearerKey(headers.authorization) ?? "");
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
