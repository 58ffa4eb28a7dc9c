import { FEATURES, ROUTES, type Route } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVERYTHING } from "../testing/everything.ts";
import { startTestApi, type TestApi } from "./testing/api.ts";
import type { CallInit } from "./testing/test-app.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi([...FEATURES]);
});
afterAll(() => api.app.close());

const routes = Object.entries<Route>(ROUTES);
/** An address of the route which names nothing. */
const addressOf = ({ path }: Route, id = "x"): string =>
  path.replaceAll(/\{\w*[sS]eq\}/g, "1").replaceAll(/\{\w+\}/g, id);
const json = (raw: string): CallInit => ({ raw });

const BAD_BODIES: [what: string, init: CallInit, status: number, code: string][] = [
  ["no JSON", json("{nope"), 400, "BAD_REQUEST"],
  ["no UTF-8", { raw: new Uint8Array([0x22, 0xff, 0x22]) }, 400, "BAD_REQUEST"],
  ["plain text", { raw: "{}", headers: { "content-type": "text/plain" } }, 415, "BAD_REQUEST"],
  ["a compressed one", { raw: "{}", headers: { "content-encoding": "br" } }, 415, "BAD_REQUEST"],
  ["more than 1 MB", json(`{"x":"${"x".repeat(1024 * 1024)}"}`), 413, "BAD_REQUEST"],
  ["a list", json("[]"), 400, "VALIDATION_ERROR"],
  ["null", json("null"), 400, "VALIDATION_ERROR"],
  ["the key __proto__", json('{"__proto__":{"role":"owner"}}'), 400, "VALIDATION_ERROR"],
  ["NUL", json('{"anything":"a\\u0000b"}'), 400, "VALIDATION_ERROR"],
  ["half a character", json('{"anything":["\\ud800"]}'), 400, "VALIDATION_ERROR"],
  ["a number out of range", json('{"anything":1e999}'), 400, "VALIDATION_ERROR"],
  ["endless nesting", json(`{"x":${"[".repeat(500)}${"]".repeat(500)}}`), 400, "VALIDATION_ERROR"],
];

const withBody = routes.filter(([, { body }]) => body !== undefined);
/** Bodies are refused before any route is asked: a third of them a route, in turn; each by each where all is tried. */
const bodiesFor = (nth: number) => BAD_BODIES.filter((_, at) => EVERYTHING || (at + nth) % 3 === 0);

describe.each(withBody.map(([id, route], nth) => ({ id, route, bodies: bodiesFor(nth) })))(
  "$id",
  ({ route, bodies }) => {
    it.each(bodies)("refuses %s", async (_what, init, status, code) => {
      const answer = await api.call(route.method, addressOf(route), init);
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(JSON.stringify(answer.body)).not.toMatch(/\bat \/|node_modules|\.ts:/);
    });
  },
);

const VALUES = ["%00", "%ED%A0%80", "%", "x".repeat(5000), "__proto__", "-1", "1e400"];
const KEYS = ["", "[]", "[__proto__]", "[constructor][from]", "["];
/** Every value under the plain key and every key with a plain value; each with each where all is tried. */
const QUERIES = VALUES.flatMap((value) =>
  KEYS.filter((key) => EVERYTHING || key === "" || value === "-1").map((key) => [key, value] as const),
);
/** A third of them a parameter, in turn, for all are read by the same rules. */
const queriesFor = (nth: number) => QUERIES.filter((_, at) => EVERYTHING || (at + nth) % 3 === 0);

describe.each(routes.filter(([, { query }]) => query !== undefined))("%s", (_, route) => {
  const names = Object.keys((route.query as { properties?: object } | undefined)?.properties ?? {});

  it.each(names.map((name, nth) => [name, queriesFor(nth)] as const))(
    "is not shaken by what %s may be",
    async (name, queries) => {
      for (const [suffix, value] of queries) {
        const key = `${name}${suffix}`;
        const answer = await api.call(route.method, `${addressOf(route)}?${key}=${value}&${key}=${value}`);
        expect(answer.status, `${key}=${value.slice(0, 20)}`).toBeLessThan(500);
      }
    },
  );
});

describe("an id with NUL", () => {
  const withId = routes.filter(([, route]) => addressOf(route, "a").includes("/a"));
  it.each(withId)("names nothing to %s", async (_, route) => {
    const init = route.body === undefined ? {} : { json: {} };
    const named = await api.call(route.method, addressOf(route, "a%EF%BF%BDb"), init);
    const { status, body } = await api.call(route.method, addressOf(route, "a%00b"), init);
    expect([status, body.code]).toEqual([named.status, named.body.code]);
    expect(status).toBeLessThan(500);
  });
});

it("nothing of this stops the server", async () => {
  expect((await api.call("GET", "/tags")).status).toBe(200);
});
