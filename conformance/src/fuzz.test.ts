import { FEATURES, ROUTES, type Route, type Schema } from "@trilho/contract";
import * as fc from "fast-check";
import { generate, type JsonSchema } from "json-schema-faker";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../../apps/server/src/http/testing/api.ts";

/*
 * Every route, with requests as its schemas allow them, and with the same bent out of shape. Whatever is sent, the
 * answer is one that the API's document knows (the proxy in between sees to that), and never a fault of the server.
 */

const RUNS = Number(process.env["TRILHO_FUZZ_RUNS"] ?? 12);

let api: TestApi;
beforeAll(async () => (api = await startTestApi([...FEATURES])), 60_000);
afterAll(() => api.app.close());

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.constantFrom("__proto__", "constructor", "\0", "\ud800", "null", "-1", "1e999"),
);
const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  anyText,
  fc.constantFrom(null, -1, 1e300, 2 ** 53, [], {}, "9".repeat(5000)),
);

/** Replaces, at random, some members of an object. */
const bent = (value: unknown, [member, other]: [number, unknown]): unknown => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return other;
  const keys = Object.keys(value);
  const key = keys[member % Math.max(1, keys.length)];
  return key === undefined ? { surprise: other } : { ...value, [key]: other };
};

const made = async (schema: Schema | undefined, seed: number): Promise<unknown> =>
  schema === undefined ? undefined : generate(schema as JsonSchema, { seed, maxItems: 3 });

const pairs = (query: unknown): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((query ?? {}) as object)) {
    for (const item of [value].flat())
      search.append(key, typeof item === "object" ? JSON.stringify(item) : String(item));
  }
  return search.size === 0 ? "" : `?${search}`;
};

/** Ids of what the workspace has, and of what it has not. */
const idFor = (name: string, seed: number, text: string): string => {
  const { pipelineId, stageIds, tagId, customFieldId } = api.workspace;
  const known = name === "seq" ? ["1", "2"] : [tagId, customFieldId, pipelineId, ...stageIds];
  return [...known, text, "none"][Math.abs(seed) % (known.length + 2)] ?? "none";
};

it.each(Object.entries<Route>(ROUTES))("%s answers what its document says, whatever is asked", async (_, route) => {
  const request = fc.record({
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
    text: anyText.filter((text) => !/\p{Surrogate}/u.test(text) && text !== "" && !/^\.{1,2}$/.test(text)),
    bend: fc.option(fc.tuple(fc.nat(20), anyJson)),
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ seed, text, bend }) => {
      const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name) => encodeURIComponent(idFor(name, seed, text)));
      const query = await made(route.query, seed);
      const body = await made(route.body, seed);
      const sent = bend === null || body === undefined ? body : bent(body, bend);
      const asked = bend === null || query === undefined ? query : bent(query, bend);
      const answer = await api.call(route.method, path + pairs(asked), route.body ? { json: sent } : {});
      expect(answer.status < 500, `${answer.status} ${JSON.stringify(answer.body)}`).toBe(true);
    }),
    { numRuns: RUNS },
  );
});
