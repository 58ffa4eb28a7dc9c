import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { automationBody, webhookGraph } from "./testing/graphs.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";

let app: TestApp;
let key: string;

beforeAll(async () => {
  app = await startTestApp();
  key = await (await app.workspace()).addKey();
});
afterAll(() => app.close());

const GOOD = automationBody({
  scope: "global",
  enabled: true,
  triggerConfig: { headerValue: "x" },
  conditions: { combinator: "and", rules: [] },
  graphDefinition: webhookGraph({ secret: "s" }),
});

/** Every place of a JSON value, as a path of keys. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, part]) => placesOf(part, [...path, name]))];
}

function withPlace(value: unknown, [first, ...rest]: string[], change: unknown): unknown {
  if (first === undefined) return change;
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...(value as object) };
  copy[first] = withPlace(copy[first], rest, change);
  return copy;
}

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.string({ unit: "binary" }),
  fc.constantFrom("\0", "\ud800", "__proto__", "", 1e308, -0, [], {}, null),
);
const brokenBodies = fc
  .tuple(fc.constantFrom(...placesOf(GOOD)), anything)
  .map(([place, change]) => withPlace(GOOD, place, change));

describe("any body at all", () => {
  it("is stored as it was sent or refused by field, never a failure of ours", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(brokenBodies, anything), async (body) => {
        const answer = await app.call("POST", "/api/v1/automations", { key, raw: JSON.stringify(body) });
        if (answer.status === 201) {
          const read = await app.call("GET", `/api/v1/automations/${answer.body.data.id}`, { key });
          const { secret: _, ...created } = answer.body.data;
          expect(read.body.data).toEqual(created);
          return;
        }
        expect([answer.status, answer.body.requestId]).toEqual([400, expect.stringMatching(/^req_/)]);
        if (answer.body.code === "VALIDATION_ERROR") expect(answer.body.fieldErrors.length).toBeGreaterThan(0);
        else expect(answer.body.code).toBe("BAD_REQUEST");
      }),
      { numRuns: 300 },
    );
  }, 30_000);
});

describe("any query at all", () => {
  it("is answered or refused, never a failure of ours", async () => {
    const pair = fc.tuple(
      fc.constantFrom("limit", "cursor", "search", "enabled", "triggerType", "x"),
      fc.string({ unit: "binary" }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(pair, { maxLength: 4 }), async (pairs) => {
        const query = pairs
          .map(([name, value]) => `${name}=${encodeURIComponent(Buffer.from(value).toString())}`)
          .join("&");
        const answer = await app.call("GET", `/api/v1/automations?${query}`, { key });
        expect([200, 400]).toContain(answer.status);
      }),
      { numRuns: 200 },
    );
  }, 30_000);
});
