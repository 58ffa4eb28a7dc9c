import { fieldsFor } from "@trilho/engine";
import type { GraphDefinition, JsonObject } from "@trilho/engine";
import { expect, test } from "vitest";
import { usedFields } from "./used-fields.ts";

const graph = (...nodes: GraphDefinition["nodes"]): GraphDefinition => ({
  version: 2,
  nodes: [{ id: "start", type: "trigger" }, ...nodes],
});
const branch = (...rules: JsonObject[]): GraphDefinition["nodes"][number] => ({
  id: "c",
  type: "condition",
  condition: { branches: [{ id: "a", query: { combinator: "and", rules } }] },
});
const send = (text: string): GraphDefinition["nodes"][number] => ({
  id: "m",
  type: "action",
  actionType: "send_whatsapp",
  config: { text },
});
const names = (definition: GraphDefinition, conditions?: JsonObject): string[] =>
  usedFields(definition, conditions).map(({ name }) => name);

test("a deal always has a name and a value", () => {
  expect(names(graph())).toEqual(["deal.name", "deal.value"]);
});

test("fields of branches are asked for, also inside groups", () => {
  const group = { combinator: "or", rules: [{ field: "deal.tagIds", operator: "contains", value: "t1" }] };
  expect(names(graph(branch({ field: "contact.email", operator: "null" }, group)))).toEqual([
    "deal.name",
    "deal.value",
    "deal.tagIds",
    "contact.email",
  ]);
});

test("what texts call by its name is asked for by its field", () => {
  const text = "{{ deal.stage }} {{ deal.responsible.email }} {% for tag in deal.tags %}{{ tag }}{% endfor %}";
  expect(names(graph(send(text)))).toEqual([
    "deal.name",
    "deal.value",
    "deal.stageId",
    "deal.tagIds",
    "deal.responsibleUserId",
  ]);
});

test("variables of texts are asked for, by the field they are inside of", () => {
  const text = "{{ contact.firstName | upcase }} {% if deal.tagIds.size > 1 %}{{ deal.customFields.size }}{% endif %}";
  const catalogue = fieldsFor([{ slug: "size", name: "Company size", fieldType: "text" }]);
  expect(usedFields(graph(send(text)), undefined, catalogue).map(({ name }) => name)).toEqual([
    "deal.name",
    "deal.value",
    "deal.tagIds",
    "contact.firstName",
    "deal.customFields.size",
  ]);
});

test("conditions of the automation count, and unknown fields are entered as text", () => {
  const conditions = { combinator: "and", rules: [{ field: "deal.mood", operator: "=", value: "good" }] };
  expect(usedFields(graph(), conditions).at(-1)).toEqual({
    name: "deal.mood",
    label: "deal.mood",
    type: "text",
    example: "",
  });
});
