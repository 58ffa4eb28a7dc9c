import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@trilho/api-client";
import { FEATURES, ROUTES, type Route } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkedOperations, helpersOf } from "./testing/checked-operations.ts";
import { DOCUMENTED_ROUTES } from "./testing/documented-routes.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

const routes = Object.entries<Route>(ROUTES);
const addressOf = ({ method, path }: Route): string => `${method} ${path}`;

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startTestApp();
  key = await (await app.workspace([...FEATURES])).addKey();
});
afterAll(() => app.close());

it.each(DOCUMENTED_ROUTES)("%s of the contract is in the route table", (documented) => {
  expect(routes.map(([, route]) => addressOf(route))).toContain(documented);
});

/** Whether the server has a handler: with a good key, an address without one is told so in words of its own. */
async function isServed(method: string, path: string): Promise<boolean> {
  const { status, body } = await app.call(method, `/api/v1${path.replaceAll(/\{\w+\}/g, "1")}`, { key });
  expect([401, 403]).not.toContain(status);
  return status !== 405 && body.error !== "There is no such route.";
}

describe("every row of the route table", () => {
  it.each(routes)("%s has a handler", async (_, { method, path }) => {
    expect(await isServed(method, path)).toBe(true);
  });

  it.each([
    ["an address that the table does not have", "GET", "/deals/{seq}/wishes"],
    ["a method that an address of the table does not have", "PUT", "/deals/{seq}"],
  ])("differs in that from %s", async (_, method, path) => {
    expect(await isServed(method, path)).toBe(false);
  });

  it.each(routes.map(([id, route]) => [id, route.client] as const))("%s is the client's method %s", (_, place) => {
    const [resource = "", method = ""] = place.split(".");
    const client = createClient({ baseUrl: app.url, apiKey: "trk_test_1" }) as unknown as Record<
      string,
      Record<string, unknown>
    >;
    expect(client[resource]?.[method]).toBeTypeOf("function");
  });
});

const SERVER = join(import.meta.dirname, "..");

const sourcesOf = (isMeant: (file: string) => boolean): string[] =>
  readdirSync(SERVER, { recursive: true, encoding: "utf8" })
    .filter(isMeant)
    .map((file) => readFileSync(join(SERVER, file), "utf8"));

describe("the tests of single routes", () => {
  const shared = sourcesOf((file) => /^(?:app|areas.[\w-]+).testing.\w[\w-]*\.ts$/.test(file));
  const helpers = shared.flatMap(helpersOf);
  const tests = sourcesOf((file) => file.endsWith(".test.ts"));
  const checked = [...tests, ...shared].flatMap((source) => checkedOperations(source, helpers));

  it.each(routes.map(([id]) => id))("hold a successful answer of %s to its schema", (id) => {
    expect(checked).toContain(id);
  });

  it.each<[string, string, string[]]>([
    ["a call", 'expectSuccess("getTag", answer)', ["getTag"]],
    ["a call over lines", 'expectSuccess(\n  "getTag",\n  answer)', ["getTag"]],
    ["a shared helper", 'await api.ok("getTag", "GET", path)', ["getTag"]],
    ["a helper of the file", 'const get = (id: OperationId) => expectSuccess(id, x);\nget("getTag")', ["getTag"]],
    ["a helper that checks nothing", 'const get = (id: OperationId) => call(id);\nget("getTag")', []],
    ["a title", 'it("getTag", () => expectSuccess(id, answer))', []],
    ["a comment", '// expectSuccess of "getTag"', []],
    ["a table of bodies", 'const bodies = { "getTag": {} }; expectSuccess("listTags", answer)', ["listTags"]],
  ])("count by their calls: %s", (_, source, expected) => {
    expect(checkedOperations(source, ["ok"])).toEqual(expected);
  });
});
