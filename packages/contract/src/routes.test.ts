import { describe, expect, it } from "vitest";
import type { Route, UnknownPolicy } from "./route.ts";
import { ROUTES, type OperationId } from "./routes.ts";

const routes: [string, Route][] = Object.entries(ROUTES);

interface Choices {
  enum?: unknown;
  items?: { enum?: unknown };
}

/** The query parameters of a route, and which of them take the values of an enum alone. */
function parametersOf({ query }: Route): { names: string[]; closed: string[] } {
  const { properties = {} } = (query ?? {}) as { properties?: Record<string, Choices> };
  const names = Object.keys(properties);
  return {
    names,
    closed: names.filter((name) => (properties[name]?.enum ?? properties[name]?.items?.enum) !== undefined),
  };
}

/** Where a schema takes whole numbers that are larger than the database's. */
function unboundedIn(schema: unknown, at: string): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { type, maximum = Infinity } = schema as { type?: string | string[]; maximum?: number };
  const isWhole = [type].flat().includes("integer");
  return [
    ...(isWhole && maximum > 2_147_483_647 ? [at] : []),
    ...Object.entries(schema).flatMap(([key, part]) => unboundedIn(part, `${at}.${key}`)),
  ];
}

describe("the route table", () => {
  it("names every method and path once", () => {
    const addresses = routes.map(([, route]) => `${route.method} ${route.path}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  it.each(routes)("%s describes the parameters of its path", (_, route) => {
    const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    const described = (route.params as { properties?: object } | undefined)?.properties ?? {};
    expect(Object.keys(described)).toEqual(inPath);
  });

  it.each(routes)("%s may answer 401 and 429, and 403 since every key needs a feature", (_, route) => {
    expect(route.errors).toEqual(expect.arrayContaining([401, 403, 429]));
    expect(route.features).toContain("API_ACCESS");
  });

  it.each(routes)("%s refuses bad input where it takes input", (_, route) => {
    if (route.body || route.query) expect(route.errors).toContain(400);
  });

  it("takes no whole number that the database cannot keep; sizes of files are compared, not kept", () => {
    const unbounded = routes.flatMap(([id, { params, query, body }]) =>
      Object.entries({ params, query, body }).flatMap(([part, schema]) => unboundedIn(schema, `${id} ${part}`)),
    );
    expect(unbounded).toEqual(["createNote body.properties.attachments.items.properties.size"]);
  });

  it.each(routes.filter(([, route]) => route.group === "Automations"))("%s needs the advanced API", (id, route) => {
    const isRead = route.method === "GET" || id === "previewRunMigration";
    expect(route.features).toContain("ADVANCED_API");
    expect(route.permission).toBe(isRead ? "automations.view" : "automations.edit");
  });

  it.each(routes)(
    "%s says what becomes of unknown values, of each parameter that takes some values alone",
    (_, route) => {
      const { names, closed } = parametersOf(route);
      expect(Object.keys(route.unknownValues ?? {})).toEqual(expect.arrayContaining(closed));
      expect(names).toEqual(expect.arrayContaining(Object.keys(route.unknownValues ?? {})));
    },
  );

  it.each<[OperationId, string, UnknownPolicy]>([
    ["listDealActivities", "type", "ignore"],
    ["listDealActivities", "actorType", "ignore"],
    ["listDealActivities", "actorUserId", "ignore"],
    ["listAutomationRuns", "status", "reject"],
    ["listConversations", "source", "reject"],
  ])("%s treats unknown values of %s as the contract's text says: %s", (id, parameter, policy) => {
    const route: Route = ROUTES[id];
    expect(route.unknownValues?.[parameter]).toBe(policy);
  });
});
