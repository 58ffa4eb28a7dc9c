import type { GraphNode } from "@trilho/engine";
import { describe, expect, it } from "vitest";
import { shapeOf } from "../document/layout/geometry.ts";
import { EMPTY_LOOKUP } from "../document/lookup.ts";
import { createTexts } from "../i18n/texts.ts";
import { exitHelp } from "./exits/exits.ts";
import { handleName, handleWord, nodeLabel } from "./node-label.ts";
import { stepName } from "./node-name.ts";
import { readableText } from "./readable.ts";
import { exitLead } from "./sentences/exits.ts";
import { stepPhrase } from "./sentences/phrases.ts";

const SLUGS = ["plan", "2nd phone"];
const names = { ...EMPTY_LOOKUP, fieldName: (slug: string) => (SLUGS.includes(slug) ? "Plan" : null) };

describe("a text with variables", () => {
  it.each([
    ["Hi there", "Hi there"],
    ["Hi {{ contact.firstName }}!", "Hi ‹Contact’s first name›!"],
    ['Hi {{contact.firstName | default: "there"}}!', "Hi ‹Contact’s first name›!"],
    ["{{- deal.customFields.plan -}}", "‹Plan›"],
    ['{{ deal.customFields["2nd phone"] }}', "‹Plan›"],
    ["{{ deal.customFields.gone }}", "‹deal.customFields.gone›"],
    ["{{ deal.mood }}", "‹deal.mood›"],
    ["{% if deal.value > 1 %}Big{% endif %}", "Big"],
    ["{{ half", "{{ half"],
    ["{ {", "{ {"],
  ])("%s reads %s", (text, read) => {
    expect(readableText(text, names)).toBe(read);
  });
});

const message: GraphNode = {
  id: "n",
  type: "action",
  actionType: "send_whatsapp",
  config: { text: "Hi {{ contact.firstName }}, shall we talk?" },
};

it("a step's name, card, accessible name and sentence have no braces", () => {
  const { title, detail, accessibleName } = nodeLabel(message, names, null);
  expect(stepName(message)).toBe("Send WhatsApp: Hi …, shall we talk?");
  for (const words of [`${title} ${detail}`, accessibleName, stepPhrase(message, names)]) {
    expect(words).toContain("‹Contact’s first name›");
    expect(words).not.toMatch(/[{}]/);
  }
});

it("a button that names a variable has no braces at its exit, in what explains it and in its sentence", () => {
  const button = { id: "b1", label: "Call {{ contact.firstName }}" };
  const asking: GraphNode = { ...message, config: { text: "Hi", buttons: [button] } };
  const { ports } = shapeOf(asking);
  const port = ports.find(({ kind }) => kind === "btn");
  if (port === undefined) throw new Error("A button has no exit.");
  const t = createTexts().getFixedT("en", "builder");
  const lead = exitLead({ node: asking, port, ports, names, fields: [] });
  expect(handleWord(port, t)).toBe("Call ‹Contact’s first name›");
  for (const words of [handleName(port, t), exitHelp(asking, port, t), lead]) {
    expect(words).toContain("‹Contact’s first name›");
    expect(words).not.toMatch(/[{}]/);
  }
});
