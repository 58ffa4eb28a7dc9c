// One server under measurement, as a process of its own.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { devNull } from "node:os";
import { createApp } from "@trilho/server/app/app";
import { createLogger, openLog } from "@trilho/server/platform/http/logging";
import { createMetrics } from "@trilho/server/platform/http/metrics";
import { cacheKeys } from "@trilho/server/platform/security/key-cache";
import { openDatabase } from "@trilho/server/platform/database/open/open-database";
import { poolStateOf } from "@trilho/server/platform/database/open/postgres";
import { createRequestLog } from "@trilho/server/platform/database/request-log";
import { createStore } from "@trilho/server/app/store";
import { fastify } from "fastify";
import { handwritten } from "./handwritten/serve.ts";
import type { FixedOrder, Message, Order, OwnOrder } from "./protocol.ts";
import { remembered } from "./remembered.ts";

const order = JSON.parse(process.argv[2] ?? "") as Order;
const tell = (message: Message): void => void process.send?.(message);

tell({ port: await start() });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  tell({ cpuUs: user + system });
});
process.on("disconnect", () => process.exit(0));

function start(): Promise<number> {
  if (order.kind === "ours") return ours(order);
  if (order.kind === "handwritten") return handwritten(order.databaseUrl, order.serverSecret);
  return order.kind === "raw" ? raw(order) : bare(order);
}

/** Node.js alone: reads the body, writes the answer as JSON. */
async function raw({ status, answer }: FixedOrder): Promise<number> {
  const value: unknown = JSON.parse(answer);
  const reply = (response: ServerResponse): void => {
    const body = JSON.stringify(value);
    response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(body) });
    response.end(body);
  };
  const server = createServer((request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
      reply(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

/** Fastify with its routes and body parser, and nothing of ours. */
async function bare({ status, answer }: FixedOrder): Promise<number> {
  const value: unknown = JSON.parse(answer);
  const app = fastify();
  for (const method of ["GET", "POST"]) {
    app.route({ method, url: "/api/v1/*", handler: async (_, reply) => reply.code(status).send(value) });
  }
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}

function fail(error: unknown): never {
  throw error;
}

/** The whole server as it is started, with limits out of the way. */
async function ours({ databaseUrl, serverSecret, remembered: fromMemory, ...pages }: OwnOrder) {
  const { db } = await openDatabase({ kind: "server", url: databaseUrl }, { onIdleError: fail });
  const stored = createStore(db, serverSecret, fail);
  const asked = fromMemory ? remembered(stored) : stored;
  const app = createApp({
    ...pages,
    store: { ...asked, keys: cacheKeys(asked.keys, 2000) },
    metrics: createMetrics(poolStateOf(db)),
    serverSecret,
    limits: { perIp: 1e9, perWorkspace: 1e9 },
    logger: createLogger({ level: "info", destination: openLog(devNull) }),
    requests: fromMemory ? { note: () => undefined, flush: async () => undefined } : createRequestLog(db, fail),
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}
