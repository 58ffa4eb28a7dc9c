import { emitOpenapi, ROUTES, type OperationId, type Route } from "@trilho/contract";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressOf, type PathValues } from "./requests/address.ts";
import { anyText, bend, bent } from "./requests/bend.ts";
import { bySchema, type KnownIds } from "./requests/by-schema.ts";
import { goodRequest } from "./requests/good.ts";
import { knownIds } from "./requests/known-ids.ts";
import { fileFor, send } from "./requests/send.ts";
import { startWorld, type World } from "./requests/world.ts";

/*
 * Every route: requests as its schemas allow them and good ones bent out of shape, about things that exist. Whatever is
 * sent, the answer is one that the API's document knows, and never a fault of the server.
 */

const RUNS = Number(process.env["TRILHO_FUZZ_RUNS"] ?? 40);

const routes = Object.entries<Route>(ROUTES) as [OperationId, Route][];

let world: World;
let ids: KnownIds;
beforeAll(async () => {
  world = await startWorld();
  ids = await knownIds(world);
});
afterAll(() => world.api.app.close());

describe("whatever is asked", () => {
  it.each(routes)("%s answers what its document says", async (id, route) => {
    const statuses = documentedStatuses(route);
    await fc.assert(
      fc.asyncProperty(requests, async (drawn) => {
        const answer = await ask(id, route, drawn);
        expect(statuses, `${answer.status} ${JSON.stringify(answer.body)}`).toContain(answer.status);
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      }),
      { numRuns: RUNS },
    );
  });
});

const requests = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 30 }),
  /** Body and query of a good request, or made by their schemas. */
  isGood: fc.boolean(),
  /** Most paths name what exists. */
  stranger: fc.option(
    anyText.filter((text) => !/\p{Surrogate}/u.test(text) && text !== "" && !/^\.{1,2}$/.test(text)),
    { freq: 5 },
  ),
  bends: fc.array(bend, { maxLength: 2 }),
  queryBend: fc.option(bend),
  texts: fc.tuple(anyText, anyText, anyText),
});
type Drawn = typeof requests extends fc.Arbitrary<infer Value> ? Value : never;

async function ask(id: OperationId, route: Route, { seed, isGood, stranger, bends, queryBend, texts }: Drawn) {
  const good = await goodRequest(world, id);
  const body = isGood ? good.body : await bySchema(route.body, seed, ids);
  const query = isGood ? good.query : withRealCursor(id, await bySchema(route.query, seed, ids));
  const answer = await send(world, route, {
    address: addressOf(route, world.belongings, stranger === null ? good.path : everywhere(route, stranger)),
    query: queryBend === null ? query : bent(query ?? {}, queryBend),
    ...(route.body && { body: bends.reduce(bent, body) }),
    ...(route.upload && { file: fileFor(route, bends.length, texts) }),
  });
  if (typeof answer.body.data?.nextCursor === "string") cursors.set(id, answer.body.data.nextCursor);
  return answer;
}

/** The last cursor that each list answered: one that is made up reaches no further than the check of its seal. */
const cursors = new Map<OperationId, string>();

const withRealCursor = (id: OperationId, query: unknown): unknown => {
  const { cursor: _, ...rest } = (query ?? {}) as { cursor?: string };
  const known = cursors.get(id);
  return known === undefined ? rest : { ...rest, cursor: known };
};

/** The same value for every parameter of a path. */
const everywhere = ({ path }: Route, value: string): PathValues =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, value]));

const { paths } = emitOpenapi() as { paths: Record<string, Record<string, { responses: object }>> };

const documentedStatuses = ({ path, method }: Route): number[] =>
  Object.keys(paths[path]?.[method.toLowerCase()]?.responses ?? {}).map(Number);
