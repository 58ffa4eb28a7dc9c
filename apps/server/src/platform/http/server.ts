import { randomUUID } from "node:crypto";
import { type IncomingMessage, maxHeaderSize, METHODS, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { Failure } from "../service/outcome.ts";
import type { RequestLog } from "../service/requests.ts";
import { MAX_BODY_BYTES, readJsonOnly } from "./requests/body.ts";
import { errorBody, failureOf, Refusal, sendFailure, contentRangeOf, statusOf } from "./answers/errors.ts";
import { logRequests } from "./logging.ts";
import { measureRequests, type Metrics } from "./metrics.ts";
import { traceRequests } from "./tracing.ts";
import { isTracing } from "../tracing/tracing.ts";
import { compressAnswers } from "./answers/compressing.ts";
import { serialiseBySchema } from "./answers/serialising.ts";

const newRequestId = (): string => `req_${randomUUID()}`;

/** The client's own id where it is one, so that its log and ours speak of the same request. */
function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.-]{8,64}$/.test(given) ? given : newRequestId();
}

export interface ServerParts {
  logger: FastifyBaseLogger | undefined;
  trustProxy: readonly string[];
  requests: RequestLog | undefined;
  metrics: Metrics | undefined;
}

/** An HTTP server which answers every failure, its own included, with the contract's error body. */
export function createServer({ logger, trustProxy, requests, metrics }: ServerParts): FastifyInstance {
  const app = fastify({
    ...(logger === undefined ? { logger: false } : { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
    trustProxy: trustProxy.length > 0 && [...trustProxy],
    bodyLimit: MAX_BODY_BYTES,
    // `/deals/` is the list, rather than a deal whose number is missing. Ids of any length that a request's head can have
    // are for the routes to judge.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: maxHeaderSize },
    // A client that sends its request drop by drop does not hold a connection for ever; a file over a slow line has time.
    requestTimeout: 300_000,
    // Its limit is one of closing, too: a stop waits for requests under way, and whoever starts it has a limit of its own.
    pluginTimeout: 0,
    // What arrives while stopping is still answered, in the contract's shape, before the connection closes.
    return503OnClosing: false,
    genReqId: requestIdOf,
    // Node.js would refuse a request without it by itself, and say nothing; below, it is refused as all others are.
    http: { requireHostHeader: false },
    // Errors from before a route was found: no hook runs for them.
    frameworkErrors: (error, request, reply) => answerError(error, request, commonHeaders(reply)),
    clientErrorHandler: refuseConnection,
  });
  // All that can arrive, so that a known address answers any of them with what it takes.
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  }
  app.decorateRequest("principal", null);
  app.decorateRequest("failureCode", null);
  app.addHook("onRequest", ({ raw }, reply, done) => {
    commonHeaders(reply);
    done(raw.headers.host === undefined && raw.httpVersion === "1.1" ? new Refusal(NO_HOST) : undefined);
  });
  app.addHook("preClose", async () => {
    // Connections that are answered from now on are not kept: a client's idle one would hold the stop up for a minute.
    app.server.keepAliveTimeout = 1;
  });
  app.setErrorHandler(answerError);
  app.server.on("checkExpectation", refuseExpectation);
  readJsonOnly(app);
  serialiseBySchema(app);
  compressAnswers(app);
  // Before what writes lines of requests, which name their traces.
  if (isTracing()) traceRequests(app);
  logRequests(app, requests);
  if (metrics !== undefined) measureRequests(app, metrics);
  return app;
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isUnfinished(request)) {
    request.log.info(UNFINISHED.message);
    return sendFailure(reply, UNFINISHED);
  }
  const failure = failureOf(error);
  const range = contentRangeOf(error);
  if (range !== null) reply.header("content-range", range);
  // A refusal was foreseen, as that of a server which is stopping.
  if (statusOf(failure) >= 500 && !(error instanceof Refusal)) request.log.error({ err: error }, failure.message);
  return sendFailure(reply, failure);
}

const NO_HOST: Failure = { code: "BAD_REQUEST", message: "The header Host is missing." };

/** The client went away while it sent its body, which says nothing about this server. */
const isUnfinished = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;
const UNFINISHED: Failure = { code: "BAD_REQUEST", message: "The request did not arrive as a whole." };

const commonHeaders = (reply: FastifyReply): FastifyReply =>
  reply.header("x-request-id", reply.request.id).header("x-content-type-options", "nosniff");

const CONNECTION_FAILURES: Readonly<Record<string, [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, "The headers are too large."],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "The request did not arrive in time."],
};

/** A whole line of HTTP, of a method that Node.js does not know. */
const isOfOtherMethod = ({ code, rawPacket }: { code?: string; rawPacket?: unknown }): boolean =>
  code === "HPE_INVALID_METHOD" && /^[!#$%&'*+.^`|~\w-]+ \S+ HTTP\/1\.[01]\r\n/.test(String(rawPacket));

/** Node.js sees to `100-continue` by itself, and knows no other. */
function refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
  const failure: Failure = { code: "BAD_REQUEST", message: "What the header Expect asks for cannot be had." };
  const id = requestIdOf(request);
  const body = JSON.stringify(errorBody(failure, id));
  response.writeHead(417, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    "x-request-id": id,
    connection: "close",
  });
  response.end(body);
}

/** What cannot even be read as HTTP has no request and no reply, only a socket. */
function refuseConnection(error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const [status, message] = isOfOtherMethod(error)
    ? [501, "No address here answers this method."]
    : (CONNECTION_FAILURES[error.code ?? ""] ?? [400, "The request is not readable HTTP."]);
  const failure: Failure = { code: "BAD_REQUEST", message };
  const id = newRequestId();
  const body = JSON.stringify(errorBody(failure, id));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${id}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}
