import { FEATURES, PERMISSIONS, ROUTES, type Feature, type Permission, type Route } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLES, type Role } from "../platform/security/principal.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";
import type { TestWorkspace } from "./testing/workspace.ts";

/*
 * What holds for every row of the route table, asked of the running server. Paths name nothing that exists and bodies
 * are empty: what is refused for its key is refused before anything else is looked at.
 */

const routes = Object.entries<Route>(ROUTES);
const MEMBER_DEFAULTS: readonly Permission[] = [
  "deals.edit",
  "contacts.view",
  "contacts.edit",
  "companies.view",
  "companies.edit",
  "whatsapp.view_conversations",
  "automations.view",
];

let app: TestApp;
let workspace: TestWorkspace;
beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.workspace([...FEATURES]);
});
afterAll(() => app.close());

/** The refusal's code, or null when the request came past the gates. */
async function refusalOf(route: Route, key: string | undefined): Promise<string | null> {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name) => (name === "seq" ? "999999" : "none"));
  const json = route.body ? { json: {} } : {};
  const { status, body } = await app.call(route.method, `/api/v1${path}`, { key, ...json });
  return status === 401 || status === 403 ? body.code : null;
}

const keys = new Map<string, Promise<string>>();
function keyOf(role: Role, allow: readonly Permission[] = [], deny: readonly Permission[] = []): Promise<string> {
  const name = [role, allow, deny].join("|");
  const known = keys.get(name) ?? workspace.addKey({ role, allow: [...allow], deny: [...deny] });
  keys.set(name, known);
  return known;
}

describe.each(routes)("%s", (_, route) => {
  it("needs a key", async () => {
    expect(await refusalOf(route, undefined)).toBe("UNAUTHORIZED");
  });

  it.each(ROLES)("lets the role %s through as its permissions say", async (role) => {
    const { permission } = route;
    const isAllowed = role !== "member" || permission === null || MEMBER_DEFAULTS.includes(permission);
    expect(await refusalOf(route, await keyOf(role))).toBe(isAllowed ? null : "FORBIDDEN");
  });

  it("needs its permission and no other of a member", async () => {
    const { permission } = route;
    const others = PERMISSIONS.filter((name) => name !== permission);
    expect(await refusalOf(route, await keyOf("member", others, permission === null ? [] : [permission]))).toBe(
      permission === null ? null : "FORBIDDEN",
    );
    const alone = await keyOf("member", permission === null ? [] : [permission], others);
    expect(await refusalOf(route, alone)).toBeNull();
  });

  it("asks for no other feature than the contract says", async () => {
    expect(await refusalOf(route, await keyWith(route.features))).toBeNull();
  });

  it.each(route.features)("asks for the feature %s", async (feature) => {
    const key = await keyWith(FEATURES.filter((name) => name !== feature));
    expect(await refusalOf(route, key)).toBe("FEATURE_DISABLED");
  });
});

const featured = new Map<string, Promise<string>>();
/** A key of a workspace that has these features and no other. */
function keyWith(features: readonly Feature[]): Promise<string> {
  const name = features.join("|");
  const known = featured.get(name) ?? app.workspace([...features]).then((other) => other.addKey());
  featured.set(name, known);
  return known;
}
