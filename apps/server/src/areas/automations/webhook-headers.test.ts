import type { GraphNode, JsonObject } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { HIDDEN } from "../../platform/network/address-secret.ts";
import {
  credentialsIn,
  doubleHeaders,
  openConfig,
  sealableIn,
  shownConfig,
  unsendableHeaders,
  withHiddenParts,
} from "./webhook-headers.ts";

const SEALED = [
  { nodeId: "w", name: "authorization", value: "Bearer a" },
  { nodeId: "other", name: "x-key", value: "b" },
  { nodeId: "w", name: ":address", value: "ana:s3cret" },
];
const webhook = (config: JsonObject): GraphNode => ({ id: "w", type: "action", actionType: "webhook", config });

describe("a config is opened", () => {
  test.each<[what: string, config: JsonObject, opened: JsonObject | null]>([
    ["without headers as it is", { url: "https://a.example" }, { url: "https://a.example" }],
    [
      "with what its own step sealed, beside its other headers",
      { headers: { Authorization: HIDDEN, "X-A": "1" } },
      { headers: { Authorization: "Bearer a", "X-A": "1" } },
    ],
    ["not with what another step sealed", { headers: { "X-Key": HIDDEN } }, null],
    ["with a text that only looks hidden", { headers: { "X-Note": HIDDEN } }, { headers: { "X-Note": HIDDEN } }],
    ["with credentials in the clear", { headers: { "X-Key": "c" } }, { headers: { "X-Key": "c" } }],
    ["with the address's secret", { url: `https://${HIDDEN}@a.example` }, { url: "https://ana:s3cret@a.example" }],
  ])("%s", (_what, config, opened) => {
    expect(openConfig(config, "w", SEALED)).toEqual(opened);
  });

  test("not where the address's secret is another step's", () => {
    expect(openConfig({ url: `https://${HIDDEN}@a.example` }, "other", SEALED)).toBeNull();
  });

  test("and what was given stays as it was", () => {
    const config = { headers: { Authorization: HIDDEN } };
    openConfig(config, "w", SEALED);
    expect(config).toEqual({ headers: { Authorization: HIDDEN } });
  });
});

test.each<[what: string, config: JsonObject, shown: JsonObject]>([
  ["credentials", { headers: { "X-Api-Key": "a", "X-A": "1" } }, { headers: { "X-Api-Key": HIDDEN, "X-A": "1" } }],
  ["what a text filled in", { headers: { Token: "{{ a }}" } }, { headers: { Token: HIDDEN } }],
  ["no headers", { headers: null, a: 1 }, { headers: null, a: 1 }],
  ["a list of headers", { headers: [["Token", "a"]] }, { headers: null }],
  ["the address's password", { url: "https://ana:x@a.example/b" }, { url: `https://ana:${HIDDEN}@a.example/b` }],
  ["an address that is none", { url: 7 }, { url: 7 }],
])("people are shown %s", (_what, config, shown) => {
  expect(shownConfig(config)).toEqual(shown);
});

test.each<[what: string, config: JsonObject, found: string[]]>([
  ["of its headers", { headers: { Cookie: "a", "X-Session": 7, "X-A": "1" } }, ["a", "7"]],
  ["none that are empty or no plain values", { headers: { Cookie: "", Token: null, "X-Key": ["a"] } }, []],
  [
    "of its address: as it is written, decoded, and as it goes out",
    { url: "https://ana:p%40ss@a.example" },
    ["p%40ss", "p@ss", Buffer.from("ana:p@ss").toString("base64")],
  ],
  [
    "of its address that is not encoded",
    { url: "https://ana:100%@a.example" },
    ["100%", "100%", Buffer.from("ana:100%").toString("base64")],
  ],
])("the credentials of a webhook are those %s", (_what, config, found) => {
  expect(credentialsIn(config)).toEqual(found);
});

const graph = (...nodes: GraphNode[]) => ({ version: 2 as const, nodes });

describe("a graph's webhooks", () => {
  test("seal headers that let in and an address's secret, each named by its place", () => {
    const given = sealableIn(
      graph(
        { id: "t", type: "trigger" },
        webhook({ url: "https://ana:x@a.example/b", headers: { "X-Token": "a", "X-A": "1" } }),
      ),
    );
    const address = `https://ana:${HIDDEN}@a.example/b`;
    expect(given).toEqual([
      { nodeId: "w", name: "x-token", value: "a", field: "graphDefinition.nodes[1].config.headers.X-Token", address },
      { nodeId: "w", name: ":address", value: "x", field: "graphDefinition.nodes[1].config.url", address },
    ]);
  });

  test.each<[what: string, node: GraphNode]>([
    ["an action of another kind", { ...webhook({ headers: { Token: "a" } }), actionType: "send_email" }],
    ["a value that is filled in for each run", webhook({ headers: { Token: "{{ deal.token }}", Key: "{% if a %}" } })],
    ["an address that is filled in", webhook({ url: "https://{{ deal.login }}@a.example" })],
    ["an empty value", webhook({ headers: { Token: "" } })],
    ["no config", { id: "w", type: "action", actionType: "webhook" }],
  ])("seal nothing of %s", (_what, node) => {
    expect(sealableIn(graph(node))).toEqual([]);
  });

  test("are read with what they seal hidden, and with what they fill in shown", () => {
    const node = webhook({ url: "https://ana:x@a.example", headers: { Token: "a", Key: "{{ b }}", Auth: { a: 1 } } });
    expect(withHiddenParts(node).config).toEqual({
      url: `https://ana:${HIDDEN}@a.example`,
      headers: { Token: HIDDEN, Key: "{{ b }}", Auth: HIDDEN },
    });
    const wait: GraphNode = { id: "w", type: "wait", config: { headers: { Token: "a" } } };
    expect(withHiddenParts(wait)).toBe(wait);
  });

  test("may not name a credential twice, whatever its capitals; other headers may", () => {
    expect(doubleHeaders(webhook({ headers: { Token: "a", TOKEN: "b", "X-A": "1", "x-a": "2" } }))).toEqual(["TOKEN"]);
  });

  test.each<[headers: JsonObject["headers"], keys: string[]]>([
    [null, []],
    [{ "X-A": "1", "X-B": 2, "X-C": true, "X-D": null }, []],
    [[["X-A", "1"]], ["headers"]],
    ["X-A: 1", ["headers"]],
    [{ "X-A": ["1"], "X-B": {} }, ["headers.X-A", "headers.X-B"]],
  ])("with the headers %j cannot send %j", (headers, keys) => {
    expect(unsendableHeaders(webhook({ headers: headers ?? null })).map(({ key }) => key)).toEqual(keys);
  });
});
