import type { GraphDefinition, JsonObject, JsonValue } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { credentialProblems, credentialsIn, mergeSecrets, NO_SECRETS, withoutCredentials } from "./credentials.ts";

const step = (config: JsonValue | undefined, actionType = "webhook") => ({
  id: "w",
  type: "action",
  actionType,
  ...(config !== undefined && { config }),
});
const graphOf = (...nodes: object[]) => ({ version: 2, nodes, edges: [] }) as unknown as GraphDefinition;
const given = (triggerConfig: JsonObject | null, ...nodes: object[]) =>
  credentialsIn({ graphDefinition: graphOf(...nodes), triggerConfig });

describe("the credentials of what is written", () => {
  test.each<[what: string, nodes: object[], signing: string | undefined]>([
    ["of a webhook", [step({ secret: "a" })], "a"],
    [
      "of the first webhook that has one",
      [step({}), step({ secret: "" }), step({ secret: 7 }), step({ secret: "b" })],
      "b",
    ],
    ["of no other step", [step({ secret: "a" }, "send_email")], undefined],
    ["of a step without settings", [step(undefined), step(null), step("x")], undefined],
  ])("sign with the secret %s", (_, nodes, signing) => {
    expect(given(null, ...nodes).signing).toBe(signing);
  });

  test.each<[triggerConfig: JsonObject | null, headerValue: string | null | undefined]>([
    [null, null],
    [{}, undefined],
    [{ headerValue: null }, null],
    [{ headerValue: "" }, null],
    [{ headerValue: "a" }, "a"],
    [{ headerValue: 7 }, null],
  ])("of a trigger's settings %j are %j", (config, value) => {
    expect(given(config).headerValue).toBe(value);
    const asPassword = config && Object.fromEntries(Object.values(config).map((each) => ["password", each]));
    expect(given(asPassword).password).toBe(value);
  });
});

describe("what is stored of them", () => {
  const stored = { ...NO_SECRETS, signing: "old", headerValue: "h", password: "p" };
  const webhook = graphOf(step({ url: "https://a.example" }));

  test("is what is given, else what was stored; null takes one away", () => {
    const merged = (config: JsonObject, ...nodes: object[]) =>
      mergeSecrets(stored, given(config, ...nodes), webhook, null);
    expect(merged({}).secrets).toEqual(stored);
    expect(merged({ headerValue: "new", password: "" }, step({ secret: "mine" }))).toEqual({
      secrets: { signing: "mine", headerValue: "new", password: null, headers: [] },
      generated: null,
      missing: [],
    });
  });

  test("is a signing secret of our own where a webhook has none", () => {
    const { secrets, generated } = mergeSecrets(NO_SECRETS, given({}), webhook, null);
    expect(generated).toMatch(/^whsec_/);
    expect(secrets.signing).toBe(generated);
  });

  test("is no signing secret where there is no webhook", () => {
    expect(mergeSecrets(NO_SECRETS, given({}), graphOf(step({}, "send_email")), null)).toMatchObject({
      secrets: { signing: null },
      generated: null,
    });
  });
});

describe("what is read", () => {
  test.each<[what: string, written: object, read: object]>([
    [
      "has no secret of a webhook",
      { graphDefinition: graphOf(step({ secret: "a", url: "u" })) },
      { graphDefinition: graphOf(step({ url: "u" })) },
    ],
    [
      "has what other steps call a secret",
      { graphDefinition: graphOf(step({ secret: "a" }, "send_email")) },
      { graphDefinition: graphOf(step({ secret: "a" }, "send_email")) },
    ],
    [
      "has no credentials of its trigger",
      { triggerConfig: { headerValue: "a", password: "b", headerName: "c" } },
      { triggerConfig: { headerName: "c" } },
    ],
    ["has a trigger without settings", { triggerConfig: null }, { triggerConfig: null }],
    ["may be no graph", { graphDefinition: "x" }, { graphDefinition: "x" }],
    ["may be a graph without a list of steps", { graphDefinition: { nodes: {} } }, { graphDefinition: { nodes: {} } }],
    [
      "may have steps that are none",
      { graphDefinition: { nodes: [1, step("x"), step(undefined)] } },
      { graphDefinition: { nodes: [1, step("x"), step(undefined)] } },
    ],
  ])("%s", (_, written, read) => {
    expect(withoutCredentials(written)).toEqual(read);
  });
});

describe("problems of credentials", () => {
  const SECRET = "graphDefinition.nodes[1].config.secret";
  test.each<[what: string, body: object, problems: [field: string, message: RegExp][]]>([
    ["that are not there are none", {}, []],
    ["in what is no graph are none", { graphDefinition: { nodes: 7 }, triggerConfig: [] }, []],
    ["of steps that are none are none", { graphDefinition: { nodes: [null, 1, "x"] } }, []],
    [
      "one secret for several webhooks is right",
      { graphDefinition: graphOf(step({ secret: "a" }), step({ secret: "a" })) },
      [],
    ],
    [
      "another secret is not",
      { graphDefinition: graphOf(step({ secret: "a" }), step({ secret: "b" })) },
      [[SECRET, /differs from another/]],
    ],
    ["a blank one differs from none", { graphDefinition: graphOf(step({ secret: "a" }), step({ secret: "" })) }, []],
    ["null differs from none", { graphDefinition: graphOf(step({ secret: "a" }), step({ secret: null })) }, []],
    ["a number is none", { graphDefinition: graphOf(step({}), step({ secret: 7 })) }, [[SECRET, /must be text/]]],
    [
      "a trigger's are texts or null",
      { triggerConfig: { headerValue: 7, password: {} } },
      [
        ["triggerConfig.headerValue", /text or null/],
        ["triggerConfig.password", /text or null/],
      ],
    ],
    ["a trigger's may be null or text", { triggerConfig: { headerValue: null, password: "p" } }, []],
    [
      "headers that are no plain values are named",
      { graphDefinition: graphOf(step({}), step({ headers: { "X-A": [] } })) },
      [["graphDefinition.nodes[1].config.headers.X-A", /must be text/]],
    ],
    [
      "a header that lets somebody in is there once",
      { graphDefinition: graphOf(step({}), step({ headers: { "X-Key": "a", "x-key": "b" } })) },
      [["graphDefinition.nodes[1].config.headers.x-key", /is there twice/]],
    ],
  ])("%s", (_, body, problems) => {
    expect(credentialProblems(body).map(({ field, message }) => [field, message])).toEqual(
      problems.map(([field, message]) => [field, expect.stringMatching(message)]),
    );
  });
});
