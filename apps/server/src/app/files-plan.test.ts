import { type Io } from "@trilho/cli";
import { describe, expect, it } from "vitest";
import { HELLO, pulled, withDesks } from "./testing/desk.ts";
import { SMALL_GRAPH } from "./testing/graphs.ts";

withDesks();

/** Nine lists, each nine times the one before. */
const BOMB = [
  "a: &a [x]",
  ...[..."bcdefghij"].map((name, index) => `${name}: &${name} [${Array(9).fill(`*${"abcdefghi"[index]}`).join(", ")}]`),
].join("\n");

describe("planning", () => {
  it("tells what differs in words, which runs go another way, and changes nothing", async () => {
    const { edit, does, client, id } = await pulled();
    await edit(HELLO, "triggerType: deal_created", "triggerType: deal_won");
    await edit(HELLO, "id: done", "id: late");
    await edit(HELLO, "target: done", "target: late");
    const { code, said } = await does("plan");
    expect(code).toBe(0);
    expect(said).toContain(`~ ${HELLO} “Hello”\n    triggerType: "deal_created" → "deal_won"\n    + node late`);
    expect(said).toContain("0 to create, 1 to change, 0 as they are.");
    expect((await does("plan --detailed-exitcode")).code).toBe(2);
    expect((await client.automations.get(id)).version).toBe(1);
  });

  it("tells automations that no file is of, and leaves them", async () => {
    const { does, client } = await pulled();
    await client.automations.create({ name: "By hand", triggerType: "deal_won", graphDefinition: SMALL_GRAPH });
    expect(await does("apply --yes")).toMatchObject({
      code: 0,
      said: expect.stringContaining("left there: “By hand”"),
    });
    expect((await client.automations.list()).items).toHaveLength(2);
  });

  it.each<[string, from: string | RegExp, to: string, told: string]>([
    [
      "a stage that is not there",
      "triggerType: deal_created",
      "triggerType: stage_entered\ntriggerConfig: { stageId: Sales / Stage1 }",
      ":6:18: error: there is no stage “Sales / Stage1”: did you mean “Sales / Stage 1”?",
    ],
    [
      "a key that is misspelt",
      "enabled: false",
      "enbled: false",
      ":4:1: error: “enbled” is no key here: did you mean “enabled”?",
    ],
    ["a graph that breaks a rule", "target: done", "target: nowhere", "error: "],
    [
      "a variable that is not set",
      "name: Hello",
      "name: Hello ${env.NOBODY_SET_IT}",
      ":3:1: error: the variable NOBODY_SET_IT is not set",
    ],
    [
      "a key that stands twice",
      "enabled: false",
      "enabled: false\nenabled: true",
      ":5:1: error: Map keys must be unique",
    ],
    ["tabs", "enabled: false", "enabled:\n\t- false", "error: Tabs are not allowed as indentation"],
    ["a list", /[\s\S]*/, "[1, 2]", ":1:1: error: must hold keys with their values"],
    ["what says the same of many", /[\s\S]*/, BOMB, "error: "],
    ["levels without end", /[\s\S]*/, "[".repeat(200_000), ":1:1: error: has more than 256 levels"],
    ["another kind of value", "enabled: false", "enabled: 3", ":4:1: error: “enabled” must be boolean"],
  ])("tells %s with its line, and applies nothing", async (_, from, to, told) => {
    const { edit, does } = await pulled();
    await edit(HELLO, from, to);
    const { code, said } = await does("plan");
    expect(said).toContain(told);
    expect(said).toContain(HELLO);
    expect(code).toBe(1);
    expect((await does("apply --yes")).code).toBe(1);
  });

  it("annotates pull requests on GitHub", async () => {
    const { edit, does } = await pulled();
    await edit(HELLO, "name: Hello", "name: 'Hello, 100%'");
    expect((await does("plan --format github")).said).toMatch(
      /^::notice file=\S+hello\.yaml,line=1::~ \S+ “Hello, 100%25”%0A {4}name: "Hello" → "Hello, 100%25"\n/,
    );
    await edit(HELLO, "enabled", "on");
    expect((await does("plan --format github")).said).toMatch(
      /^::error file=\S+hello\.yaml,line=4,col=1::“on” is no key/,
    );
  });

  it("tells in JSON what else reads it", async () => {
    const { edit, does } = await pulled();
    await edit(HELLO, "enabled: false", "enabled: true");
    const plan = JSON.parse((await does("plan --format json")).said);
    expect(plan.automations).toMatchObject([
      { kind: "change", file: HELLO, drift: null, changes: [{ key: "enabled", before: false, after: true }] },
    ]);
  });

  it.each<[string, object, string]>([
    ["no address", { TRILHO_URL: "" }, "Say where the service is"],
    ["no key", { TRILHO_API_KEY: "" }, "Give an API key"],
    ["a key that opens nothing", { TRILHO_API_KEY: "trk_test_none" }, "(401, request req_"],
    ["an address where nobody answers", { TRILHO_URL: "http://127.0.0.1:9" }, "The service did not answer"],
  ])("says so with %s", async (_, env, told) => {
    const { does } = await pulled();
    const { code, said } = await does("plan", { env: env as Io["env"] });
    expect([code, said]).toEqual([1, expect.stringContaining(told)]);
  });
});
