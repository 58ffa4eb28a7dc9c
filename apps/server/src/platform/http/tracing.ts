import type { FastifyInstance, FastifyRequest } from "fastify";
import { openSpan, type OpenSpan } from "../tracing/tracing.ts";
import { loggedPath } from "./logged-path.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Null where nobody traces it. */
    span: OpenSpan | null;
  }
}

/** What asks again and again whether the server is well would fill every list of traces. */
const UNTRACED = /^\/(?:health|metrics)\b/;

/**
 * A span for every request, which goes on from its `traceparent`. Of its address it says what a log may keep. What reads a
 * body, and what is done once it was answered, is called by the connection: it is led back into the span.
 */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest("span", null);
  app.addHook("onRequest", (request, reply, done) => {
    if (UNTRACED.test(request.url)) return done();
    const span = openSpan(`${request.method} ${routeOf(request)}`.trim(), {
      kind: "SERVER",
      from: traceparentOf(request),
      attributes: {
        "http.request.method": request.method,
        "http.route": routeOf(request) || undefined,
        "url.scheme": request.protocol,
        "url.path": loggedPath(request.url, request.routeOptions.url),
        "trilho.request.id": request.id,
      },
    });
    if (span === null) return done();
    request.span = span;
    reply.raw.once("close", () => {
      const { statusCode, raw } = reply;
      const failed = raw.writableFinished ? (statusCode >= 500 ? String(statusCode) : undefined) : "client_gone";
      const attributes = {
        "http.response.status_code": raw.headersSent ? statusCode : undefined,
        "trilho.workspace.id": request.principal?.workspaceId,
      };
      span.end({ attributes, failed });
    });
    span.within(done);
  });
  app.addHook("preValidation", inSpan);
  app.addHook("onResponse", inSpan);
}

function inSpan({ span }: FastifyRequest, _reply: unknown, done: () => void): void {
  if (span === null) done();
  else span.within(done);
}

const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? "";

const traceparentOf = ({ headers: { traceparent } }: FastifyRequest): string | null =>
  typeof traceparent === "string" ? traceparent : null;
