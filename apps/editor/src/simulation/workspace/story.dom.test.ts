import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { analyseWorkspace, scenarioOfWitness, type AnalysedWorkspace } from "@trilho/engine/interactions";
import { simulateWorkspace, type Happening } from "@trilho/engine/workspace";
import { afterEach, describe, expect, it } from "vitest";
import { EMPTY_LOOKUP } from "../../document/lookup.ts";
import { showLanguage } from "../../i18n/set-up.ts";
import { text } from "../../i18n/use-text.ts";
import { dayTimes } from "./day-time.ts";
import { factTexts, happeningText, type StoryWords } from "./happening-text.ts";
import { partiesOf, placesOf } from "./parties.ts";
import { storyOf, type Moment } from "./story.ts";

const PLAIN = { scope: "global", pipelineId: null, stageId: null, triggerWindow: null, conditions: null } as const;

function automation(id: string, triggerType: string, triggerConfig: object | null, ...acts: GraphNode[]) {
  const nodes: GraphNode[] = [{ id: "start", type: "trigger" }, ...acts];
  const edges = acts.map((node, place) => ({ source: nodes[place]?.id ?? "", target: node.id }));
  const graphDefinition: GraphDefinition = { version: 2, nodes, edges };
  return { ...PLAIN, id, triggerType, triggerConfig: triggerConfig as null, graphDefinition };
}

const act = (id: string, actionType: NonNullable<GraphNode["actionType"]>, config: NonNullable<GraphNode["config"]>) =>
  ({ id, type: "action", actionType, config }) satisfies GraphNode;

/** The first finding's story, a moment a line. */
function told(workspace: AnalysedWorkspace): string[] {
  const [finding] = analyseWorkspace(workspace).findings;
  if (!finding?.shown) throw new Error("Nothing is shown.");
  const result = simulateWorkspace(scenarioOfWitness(finding.shown, workspace));
  const moments = storyOf(result, finding.shown.events);
  expect(moments.map(({ at }) => Date.parse(at))).toEqual(
    moments.map(({ at }) => Date.parse(at)).toSorted((one, other) => one - other),
  );
  return moments.map(lineOf);
}

function lineOf(moment: Moment): string {
  if (moment.kind === "happening") return moment.happening.type;
  if (moment.kind === "answer") return `answer ${moment.message.reply.text}`;
  return moment.kind === "step" ? `${moment.run.automationId} ${moment.nodeId}` : moment.kind;
}

const asking = (id: string) =>
  automation(
    id,
    "deal_created",
    null,
    act("ask", "send_whatsapp", { text: `${id}?`, awaitReply: true, replyTimeoutSeconds: 3600 }),
  );

describe("a story", () => {
  it("goes from each cause to its effect, and says once what a step does at once", () => {
    const there = automation(
      "there",
      "stage_entered",
      { stageId: "a" },
      act("move", "move_stage", { targetStageId: "b" }),
    );
    const back = automation(
      "back",
      "stage_entered",
      { stageId: "b" },
      act("move", "move_stage", { targetStageId: "a" }),
    );
    const lines = told({ automations: [there, back] });
    expect(lines.slice(0, 7)).toEqual([
      "deal_changed",
      "there start",
      "there move",
      "back start",
      "back move",
      "there start",
      "there move",
    ]);
  });

  it("tells an answer before the step that takes it, and the end of the wait after it", () => {
    expect(told({ automations: [asking("A"), asking("B")] })).toEqual([
      "deal_created",
      "A start",
      "A ask",
      "B start",
      "B ask",
      "answer Yes",
      "B ask",
      "A ask",
    ]);
  });
});

describe("who takes part in it", () => {
  it("is whom the finding tells of, and then who brings them together", () => {
    const adding = (...ids: string[]) => ids.map((id) => act(id, "add_tag", { tagIds: [id] }));
    const saying = act("say", "send_whatsapp", { text: "Olá" });
    const third = automation("third", "task_completed", null, ...adding("x", "y"));
    const both = ["x", "y"].map((id) => automation(id, "tag_added", { tagIds: [id] }, saying));
    const [finding] = analyseWorkspace({ automations: [third, ...both] }).findings;
    if (finding === undefined) throw new Error("Nothing is found.");
    const parties = partiesOf(placesOf(finding), (name) => ({ ...third, name }));
    expect(parties.map(({ id }) => id)).toEqual(["x", "y", "third"]);
  });
});

describe("when it happens", () => {
  it.each([
    ["the same day", "2026-01-05T23:30:00Z", 0],
    ["after midnight where the workspace is", "2026-01-06T03:30:00Z", 1],
    ["over the change of a month", "2026-02-01T12:00:00Z", 27],
  ])("is told in the workspace's own days: %s", (_, at, day) => {
    expect(dayTimes("2026-01-05T12:00:00Z", "America/Sao_Paulo", "en")(at).day).toBe(day);
  });

  it("is told in the workspace's time of day", () => {
    expect(dayTimes("2026-01-05T12:00:00Z", "America/Sao_Paulo", "pt-BR")("2026-01-05T12:00:00Z").time).toMatch(
      /seg.*09:00/,
    );
  });
});

const t: StoryWords["t"] = (key, params = {}) => text("interactions", key, params);

describe("what people do", () => {
  afterEach(() => showLanguage("en"));
  const at = "2026-01-05T12:00:00Z";
  const changed = (change: object): Happening => ({ type: "deal_changed", at, dealId: "d", ...change });
  const CASES: readonly (readonly [Happening, english: string, portuguese: string])[] = [
    [{ type: "deal_created", at, deal: { id: "d", facts: {} } }, "A deal is created.", "Um negócio é criado."],
    [changed({ set: { stageId: "s1" } }), "The deal is moved to “Proposta”.", "O negócio é movido para “Proposta”."],
    [changed({ set: { stageId: "gone" } }), "The deal is moved to “gone”.", "O negócio é movido para “gone”."],
    [
      changed({ set: { status: "lost", lostReason: "Price" } }),
      "The deal is lost. The reason: Price.",
      "O negócio é perdido. O motivo: Price.",
    ],
    [changed({ set: { value: 1200 } }), "Deal value becomes 1,200.", "Deal value passa a ser 1.200."],
    [
      changed({ addTagIds: ["t1"], removeTagIds: ["t2"] }),
      "The tag “VIP” is added. The tag “t2” is taken off.",
      "A tag “VIP” é adicionada. A tag “t2” é retirada.",
    ],
    [
      { type: "message", at, contactId: "c", reply: { text: "Hi" } },
      "The contact writes: “Hi”",
      "O contato escreve: “Hi”",
    ],
    [{ type: "event", at, event: "task_completed", dealId: "d" }, "Task completed", "Tarefa concluída"],
  ];
  const fields = [
    { name: "deal.value", label: "Deal value", type: "number", example: 1 },
    { name: "deal.stageId", label: "Stage", type: "id", picker: "stage", example: "s1" },
  ] as const;
  const names = {
    ...EMPTY_LOOKUP,
    stageName: (id: string) => (id === "s1" ? "Proposta" : null),
    tagName: (id: string) => (id === "t1" ? "VIP" : null),
  };
  const words = { t, names, fields };

  it.each(CASES)("is a sentence in both languages: %j", async (happening, english, portuguese) => {
    expect(happeningText(happening, words)).toBe(english);
    await showLanguage("pt-BR");
    expect(happeningText(happening, words)).toBe(portuguese);
  });

  it("is done to a deal of which only what counts is told", () => {
    const facts = { value: 1200, status: "open", source: null, tagIds: [], unknown: 1 };
    expect(factTexts(facts, "deal", words)).toEqual(["Deal value: 1,200"]);
  });

  it("is done to a deal whose stage is told with its pipeline, unless that is told beside it", () => {
    const ambiguous = { ...words, names: { ...names, stagePlace: () => "Vendas › Proposta" } };
    expect(factTexts({ stageId: "s1" }, "deal", ambiguous)).toEqual(["Stage: Vendas › Proposta"]);
    expect(factTexts({ stageId: "s1", pipelineId: "p1" }, "deal", ambiguous)[0]).toBe("Stage: Proposta");
  });
});
