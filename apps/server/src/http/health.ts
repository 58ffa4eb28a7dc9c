import type { FastifyInstance } from "fastify";
import { Refusal } from "./errors.ts";

/**
 * Outside the API: no key, no limit. `/health/live`: the process answers. `/health` and `/health/ready`: so does the
 * database, and nobody has told the server to stop; else 503. A server listens once its schema is up to date.
 */
export function registerHealth(app: FastifyInstance, ping: () => Promise<void>): void {
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
  });
  app.route({ method: "GET", url: "/health/live", handler: async () => ({ status: "ok" }) });
  for (const url of ["/health", "/health/ready"]) {
    app.route({
      method: "GET",
      url,
      async handler(request) {
        if (stopping) throw unavailable("The server is stopping.");
        await ping().catch((error: unknown) => {
          request.log.warn({ err: error }, "health");
          throw unavailable("The database does not answer.");
        });
        return { status: "ok" };
      },
    });
  }
}

const unavailable = (message: string): Refusal => new Refusal({ code: "SERVICE_UNAVAILABLE", message });
