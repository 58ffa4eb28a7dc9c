import type { FastifyInstance } from "fastify";
import { Refusal } from "./errors.ts";

/** `GET /health`, outside the API: no key, no limit. 503 when the database does not answer. */
export function registerHealth(app: FastifyInstance, ping: () => Promise<void>): void {
  app.route({
    method: "GET",
    url: "/health",
    async handler(request) {
      try {
        await ping();
      } catch (error) {
        request.log.warn({ err: error }, "health");
        throw new Refusal({ code: "SERVICE_UNAVAILABLE", message: "The database does not answer." });
      }
      return { status: "ok" };
    },
  });
}
