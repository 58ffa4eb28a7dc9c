import type { FastifyInstance, FastifyRequest } from "fastify";

const EXPOSED =
  "X-Request-Id, X-Rate-Limit-Retry-After-Seconds, Retry-After, " +
  "RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Accept-Idempotency-Key, Idempotent-Replayed, Content-Disposition";

const PREFLIGHT = {
  "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE",
  "access-control-allow-headers": "Authorization, Content-Type, Idempotency-Key, X-Request-Id",
  // Two hours, the longest that browsers keep it.
  "access-control-max-age": "7200",
};

/**
 * Lets pages of any origin call the API: a request is admitted by the key in its header, and there is no cookie that a
 * foreign page could ride on. Browsers send no key with a preflight, so it is answered before anything asks for one.
 */
export function allowEveryOrigin(api: FastifyInstance): void {
  api.addHook("onRequest", (request, reply, done) => {
    // Browsers name the origin; other clients have no use for these. No cache keeps an answer, so none mixes them up.
    if (request.headers.origin !== undefined) {
      reply.header("access-control-allow-origin", "*").header("access-control-expose-headers", EXPOSED);
    }
    if (isPreflight(request)) reply.code(204).headers(PREFLIGHT).send();
    else done();
  });
}

const isPreflight = ({ method, headers }: FastifyRequest): boolean =>
  method === "OPTIONS" && headers.origin !== undefined && headers["access-control-request-method"] !== undefined;
