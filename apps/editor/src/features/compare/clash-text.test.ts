import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";
import { afterEach, describe, expect, it } from "vitest";
import { EMPTY_LOOKUP } from "../../document/lookup.ts";
import type { Language } from "../../i18n/languages.ts";
import { pageTexts, switchLanguage } from "../../i18n/texts.ts";
import { blankDraft, type Draft } from "../../document/draft/draft.ts";
import { clashText, type ClashText } from "./clash-text.ts";
import { mergeDrafts } from "./merge.ts";

const start: GraphNode = { id: "start", type: "trigger" };
const webhook = (id: string): GraphNode => ({
  id,
  type: "action",
  actionType: "webhook",
  config: { url: "https://a" },
});
const node = (
  id: string,
  actionType: "set_custom_field" | "send_whatsapp",
  config: GraphNode["config"],
): GraphNode => ({
  id,
  type: "action",
  actionType,
  ...(config && { config }),
});
const split: GraphNode = {
  id: "if",
  type: "condition",
  condition: {
    branches: ["a", "b"].map((id) => ({ id, label: id.toUpperCase(), query: { combinator: "and", rules: [] } })),
  },
};
const to = (source: string, target: string, sourceHandle = "next"): GraphEdge => ({ source, target, sourceHandle });
const draft = (nodes: GraphNode[], edges: GraphEdge[]): Draft => {
  const definition: GraphDefinition = { version: 2, nodes: [start, ...nodes], edges };
  return { ...blankDraft("Welcome"), definition };
};

function words(base: Draft, mine: Draft, theirs: Draft): ClashText[] {
  const { clashes } = mergeDrafts(base, mine, theirs, new Map());
  return clashes.map((clash) => clashText(clash, { base, mine, theirs, names: EMPTY_LOOKUP, trigger: null }));
}

const named = (config: GraphNode["config"]): Draft =>
  draft([node("set", "set_custom_field", { value: "x", ...config })], [to("start", "set")]);
const fields = [named({ fieldId: "f", fieldSlug: "s" }), named({ fieldId: "f" }), named({ fieldSlug: "s" })] as const;

const led = (a: string, b: string): Draft =>
  draft(
    [split, webhook("w"), { id: "done", type: "end" }],
    [to("start", "if"), to("if", a, "branch_a"), to("if", b, "branch_b"), to("if", "done", "fallback")],
  );
const ways = [led("w", "w"), led("done", "w"), led("w", "done")] as const;

/** So many webhooks on the way of each branch. */
const many = (a: number, b: number): Draft => {
  const chains = Object.entries({ a, b }).map(([branch, count]) => {
    const nodes = Array.from({ length: count }, (_, index) => webhook(`${branch}${index}`));
    const ids = [...nodes.map(({ id }) => id), "done"];
    const edges = ids.map((id, index) =>
      index === 0 ? to("if", id, `branch_${branch}`) : to(ids[index - 1] ?? "", id),
    );
    return { nodes, edges };
  });
  const nodes = [split, ...chains.flatMap((chain) => chain.nodes), { id: "done", type: "end" } as const];
  return draft(nodes, [to("start", "if"), ...chains.flatMap((chain) => chain.edges), to("if", "done", "fallback")]);
};
const counts = [many(0, 0), many(30, 0), many(0, 25)] as const;

const edge = (buttons: string[], lead: string[]): Draft =>
  draft(
    [
      node("say", "send_whatsapp", {
        text: "Hi",
        awaitReply: true,
        buttons: buttons.map((id) => ({ id, label: `NumberFormats ${id}` })),
      }),
      { id: "done", type: "end" },
    ],
    [to("start", "say"), to("say", "done"), ...lead.map((id) => to("say", "done", `btn_${id}`))],
  );

afterEach(() => switchLanguage(pageTexts(), "en"));

describe("what breaks a rule only together says what met what", () => {
  it.each<[string, Language, readonly [Draft, Draft, Draft], string]>([
    ["fields", "en", fields, "You changed: Field slug. They changed: Field."],
    ["fields", "pt-BR", fields, "Você alterou: "],
    ["exits", "en", ways, "You changed: "],
    ["exits", "pt-BR", ways, "A outra pessoa alterou: "],
    ["how many steps", "en", counts, "Yours has 33, theirs 28, before it was 3."],
    ["how many steps", "pt-BR", counts, "A sua versão tem 33, a outra 28; antes eram 3."],
  ])("%s, in %s", async (_, language, versions, met) => {
    await switchLanguage(pageTexts(), language);
    const broken = words(...versions).filter(({ hint }) => hint !== null);
    expect(broken.map(({ hint }) => hint)).toContainEqual(expect.stringContaining(met));
  });
});

it.each<[Language, string]>([
  ["en", "the exit was removed"],
  ["pt-BR", "a saída foi removida"],
])("an exit that is gone is named after its button, in %s", async (language, gone) => {
  await switchLanguage(pageTexts(), language);
  const [base, mine, theirs] = [edge(["x", "y"], []), edge(["x"], []), edge(["x", "y"], ["y"])];
  expect(words(base, mine, theirs)).toMatchObject([
    {
      title: expect.stringContaining("NumberFormats y"),
      mine: gone,
      theirs: expect.any(String),
      nodeId: "say",
      hint: null,
    },
  ]);
});
