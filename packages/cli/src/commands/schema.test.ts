import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { sound, trilho } from "../testing/trilho.ts";

const validatorOf = async (name: string) =>
  new Ajv2020({ strict: false }).compile(JSON.parse((await trilho(["schema", name])).out));

it.each<[string, object, boolean]>([
  ["an automation", { name: "A", triggerType: "deal_won", graphDefinition: sound }, true],
  ["a key that there is not", { name: "A", triggerType: "deal_won", graphDefinition: sound, enbled: true }, false],
  [
    "settings of another kind",
    { name: "A", triggerType: "schedule", triggerConfig: { cron: 5 }, graphDefinition: sound },
    false,
  ],
  ["an automation without a graph", { name: "A", triggerType: "deal_won" }, false],
])("the schema of automations judges %s", async (_, value, isGood) => {
  expect((await validatorOf("automation"))(value)).toBe(isGood);
});

it.each<[string, object, boolean]>([
  ["nothing", {}, true],
  [
    "a pipeline and a tag",
    { pipelines: [{ name: "S", stages: [{ name: "A" }] }], tags: [{ name: "V", color: "#ff0000" }] },
    true,
  ],
  ["a colour that is none", { tags: [{ name: "V", color: "red" }] }, false],
])("the schema of workspaces judges %s", async (_, value, isGood) => {
  expect((await validatorOf("workspace"))(value)).toBe(isGood);
});

it("is printed for what has one", async () => {
  expect((await trilho(["schema", "deal"])).code).toBe(2);
  expect((await trilho(["schema"])).code).toBe(2);
});
