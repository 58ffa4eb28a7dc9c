import { createHmac } from "node:crypto";
import type { AddressInfo } from "node:net";
import { DEFAULT_CONNECTIONS } from "@trilho/server/platform/database/open/postgres";
import { fastify, type FastifyRequest } from "fastify";
import { Pool } from "pg";
import { dealOf, type Row } from "./answers.ts";
import { ONE_DEAL, PAGE_OF_DEALS } from "./statements.ts";

/**
 * The routes of one deal and of a page of deals as one writes them who has nothing else to do: one prepared statement
 * each, which looks the key up as well; for owners alone, without filters, limits, log or checks of what is asked.
 */
export async function handwritten(databaseUrl: string, serverSecret: string): Promise<number> {
  const pool = new Pool({ connectionString: databaseUrl, max: DEFAULT_CONNECTIONS, options: "-c jit=off" });
  const app = fastify();

  async function ask(statement: { name: string; text: string }, { headers }: FastifyRequest, wanted: number) {
    const key = (headers.authorization ?? "").slice("Bearer ".length);
    const digest = createHmac("sha256", serverSecret).update(key).digest("hex");
    const now = Date.now();
    const { rows } = await pool.query<Row>({ ...statement, values: [digest, wanted, new Date(now)] });
    return { rows, now };
  }

  app.get<{ Params: { seq: string } }>("/api/v1/deals/:seq", async (request, reply) => {
    const { rows, now } = await ask(ONE_DEAL, request, Number(request.params.seq));
    const [row] = rows;
    return row === undefined ? reply.code(404).send() : { data: dealOf(row, now), message: null };
  });

  app.get<{ Querystring: { limit: string } }>("/api/v1/deals", async (request, reply) => {
    const limit = Number(request.query.limit);
    const { rows, now } = await ask(PAGE_OF_DEALS, request, limit);
    // The demo's deals are one page: a cursor for the next is ours to make.
    if (rows.length > limit) return reply.code(501).send();
    const items = rows.map((row) => dealOf(row, now));
    return { data: { items, nextCursor: null, hasMore: false }, message: null };
  });

  await app.listen({ port: 0, host: "127.0.0.1" });
  return (app.server.address() as AddressInfo).port;
}
