import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@trilho/api-client";
import { ROUTES, type Route } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTED_ROUTES } from "./testing/documented-routes.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

const routes = Object.entries<Route>(ROUTES);
const addressOf = ({ method, path }: Route): string => `${method} ${path}`;

let app: TestApp;
beforeAll(async () => (app = await startTestApp()));
afterAll(() => app.close());

it.each(DOCUMENTED_ROUTES)("%s of the contract is in the route table", (documented) => {
  expect(routes.map(([, route]) => addressOf(route))).toContain(documented);
});

describe("every row of the route table", () => {
  /** What the tests of single routes say. */
  const tests = [".", "testing"]
    .flatMap((folder) =>
      readdirSync(join(import.meta.dirname, folder)).map((file) => join(import.meta.dirname, folder, file)),
    )
    .filter((file) => file.endsWith(".ts"))
    .map((file) => readFileSync(file, "utf8"))
    .filter((text) => /expectSuccess\(|\bapi\.ok\(/.test(text))
    .join("\n");

  it.each(routes.map(([id]) => id))("%s has a test that holds a successful answer to its schema", (id) => {
    expect(tests).toContain(`"${id}"`);
  });

  it.each(routes.map(([id, route]) => [id, route.client] as const))("%s is the client's method %s", (_, place) => {
    const [resource = "", method = ""] = place.split(".");
    const client = createClient({ baseUrl: app.url, apiKey: "trk_test_1" }) as unknown as Record<
      string,
      Record<string, unknown>
    >;
    expect(client[resource]?.[method]).toBeTypeOf("function");
  });

  it.each(routes)("%s has a handler", async (_, route) => {
    const path = route.path.replaceAll(/\{\w+\}/g, "1");
    const { status } = await app.call(route.method, `/api/v1${path}`);
    expect(status).toBe(401);
  });
});
