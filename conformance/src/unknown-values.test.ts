import { FEATURES, ROUTES, type Route, type UnknownPolicy } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fieldsOf, startTestApi, type TestApi } from "../../apps/server/src/app/testing/api.ts";
import { fillWorkspace, type Belongings } from "../../apps/server/src/app/testing/full-workspace.ts";
import type { Answer } from "../../apps/server/src/app/testing/test-app.ts";
import { addressOf } from "./requests/address.ts";

/* The route table says of each query parameter that takes some values alone what becomes of others: so it is. */

let api: TestApi;
let belongings: Belongings;
beforeAll(async () => {
  api = await startTestApi([...FEATURES]);
  belongings = await fillWorkspace(api.app, api.workspace);
});
afterAll(() => api.app.close());

/** What a route cannot do without. */
const NEEDED: Readonly<Record<string, string>> = {
  listCalendarEvents: "from=2026-05-20T00:00:00Z&to=2026-06-20T00:00:00Z",
};

const ask = (id: string, route: Route, filter: string): Promise<Answer> =>
  api.call(route.method, `${addressOf(route, belongings)}?${NEEDED[id] ?? ""}&${filter}`);

const parameters = Object.entries<Route>(ROUTES).flatMap(([id, route]) =>
  Object.entries(route.unknownValues ?? {}).map(([name, policy]) => ({ id, route, name, policy })),
);
const treated = (policy: UnknownPolicy) => parameters.filter((parameter) => parameter.policy === policy);

describe.each(treated("ignore"))("$id, given an unknown $name,", ({ id, route, name }) => {
  it("answers as if it had not been given, and says so", async () => {
    const [without, unknown] = [await ask(id, route, ""), await ask(id, route, `${name}=nonsense`)];
    expect(without.body.data.items).not.toEqual([]);
    expect([unknown.status, unknown.body.data.items]).toEqual([200, without.body.data.items]);
    expect(unknown.body.message).toBe(`Esta operação não conhece ${name}=nonsense, que foi ignorado.`);
  });
});

describe.each(treated("reject"))("$id, given an unknown $name,", ({ id, route, name }) => {
  it("refuses it by its name, and is content without", async () => {
    const [without, unknown] = [await ask(id, route, ""), await ask(id, route, `${name}=nonsense`)];
    expect(without.status).toBe(200);
    expect([unknown.status, unknown.body.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(fieldsOf(unknown)).toEqual([expect.stringMatching(new RegExp(`^${name}(?:\\[0\\])?$`))]);
  });
});

/** Known values of lists: an unknown one beside them changes nothing, or spoils them all. */
const listed = parameters.flatMap((parameter) => {
  const { properties = {} } = parameter.route.query as { properties?: Record<string, Listed> };
  const [known] = properties[parameter.name]?.items?.enum ?? [];
  return known === undefined ? [] : [{ ...parameter, known }];
});
interface Listed {
  items?: { enum?: readonly string[] };
}

describe.each(listed)("$id, given an unknown $name beside a known one,", ({ id, route, name, policy, known }) => {
  it(policy === "ignore" ? "looks at the known one alone" : "refuses both", async () => {
    const [alone, both] = [await ask(id, route, `${name}=${known}`), await ask(id, route, `${name}=${known},nonsense`)];
    expect(alone.status).toBe(200);
    expect(both.status).toBe(policy === "ignore" ? 200 : 400);
    if (policy === "reject") return;
    expect(both.body.data.items).toEqual(alone.body.data.items);
    expect([alone.body.message, both.body.message]).toEqual([
      null,
      `Esta operação não conhece ${name}=nonsense, que foi ignorado.`,
    ]);
  });
});
