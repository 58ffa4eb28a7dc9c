import type { GraphDefinition, GraphNode, JsonObject } from "@trilho/engine";
import type { AnalysedWorkspace } from "@trilho/engine/interactions";

type Automation = AnalysedWorkspace["automations"][number];

const action = (id: string, actionType: GraphNode["actionType"], config: JsonObject): GraphNode => ({
  id,
  type: "action",
  ...(actionType && { actionType }),
  config,
});
const say = (id: string, text: string, config: JsonObject = {}) => action(id, "send_whatsapp", { text, ...config });
const ask = (id: string, text: string) => say(id, text, { awaitReply: true, replyTimeoutSeconds: 86_400 });
const wait = (id: string, delaySeconds: number): GraphNode => ({ id, type: "wait", config: { delaySeconds } });
const tag = (id: string, tagId: string) => action(id, "add_tag", { tagIds: [tagId] });
const untag = (id: string, tagId: string) => action(id, "remove_tag", { tagIds: [tagId] });
const move = (id: string, targetStageId: string) => action(id, "move_stage", { targetStageId });
const field = (id: string, fieldSlug: string, value: string) => action(id, "set_custom_field", { fieldSlug, value });

/** Steps one after the other; a question leads on whether it is answered or not. */
function line(...steps: GraphNode[]): GraphDefinition {
  const nodes: GraphNode[] = [{ id: "start", type: "trigger" }, ...steps, { id: "done", type: "end" }];
  const edges = nodes.slice(1).flatMap(({ id: target }, index) => {
    const from = nodes[index];
    const edge = { source: from?.id ?? "", target };
    return from?.config?.["awaitReply"] === true ? [edge, { ...edge, sourceHandle: "timeout" }] : [edge];
  });
  return { version: 2, nodes, edges };
}

const above = (value: number): JsonObject => ({
  combinator: "and",
  rules: [{ field: "deal.value", operator: ">=", value }],
});
const below = (value: number): JsonObject => ({
  combinator: "and",
  rules: [{ field: "deal.value", operator: "<", value }],
});

/** A workspace of so many teams, each with a pipeline of its own and ten automations. */
export function teams(count: number): AnalysedWorkspace {
  const all = Array.from({ length: count }, (_, index) => index);
  return {
    automations: all.flatMap(automationsOf),
    stages: all.flatMap((team) =>
      ["new", "contact", "proposal", "won", "lost"].map((name) => ({
        id: `${name}-${team}`,
        pipelineId: `pipeline-${team}`,
        isWon: name === "won",
        isLost: name === "lost",
      })),
    ),
  };
}

function automationsOf(team: number): Automation[] {
  const stage = (name: string) => `${name}-${team}`;
  const make = (
    name: string,
    triggerType: string,
    triggerConfig: JsonObject,
    conditions: JsonObject | null,
    ...steps: GraphNode[]
  ): Automation => ({
    id: `${name}-${team}`,
    triggerType,
    scope: "pipeline",
    pipelineId: `pipeline-${team}`,
    stageId: null,
    triggerWindow: null,
    conditions,
    triggerConfig,
    graphDefinition: line(...steps),
  });
  const clash = team % 5;
  return [
    make("welcome", "deal_created", {}, null, say("hi", `Welcome to team ${team}`), tag("new", stage("fresh"))),
    make(
      "large",
      "deal_created",
      {},
      above(10_000),
      field("size", `size-${team}`, "large"),
      move("go", stage("contact")),
    ),
    make("small", "deal_created", {}, below(10_000), wait("w", 3600), field("size", `size-${team}`, "small")),
    make(
      "offer",
      "stage_entered",
      { stageId: stage("proposal") },
      null,
      ask("q", `Offer of team ${team}?`),
      tag("t", stage("asked")),
    ),
    make("remind", "deal_idle", { idleSeconds: 259_200 }, null, say("hey", `Still there, team ${team}?`)),
    make("price", "message_received", { keywords: [`price${team}`] }, null, move("go", stage("proposal"))),
    make("won", "deal_won", {}, null, wait("w", 86_400), ask("q", `How was team ${team}?`)),
    make(
      "lost",
      "deal_lost",
      {},
      null,
      untag("u", stage("fresh")),
      wait("w", 2_592_000),
      say("back", `Come back to ${team}`),
    ),
    make("tagged", "tag_added", { tagIds: [stage("hot")] }, null, move("go", stage("proposal"))),
    [
      make("other", "stage_entered", { stageId: stage("proposal") }, null, ask("q", `A question of team ${team}?`)),
      make("other", "deal_created", {}, null, wait("w", 60), untag("u", stage("fresh"))),
      make("other", "stage_entered", { stageId: stage("contact") }, above(10_000), move("back", stage("new"))),
      make("other", "task_completed", {}, null, tag("t", stage("done"))),
      make("other", "stage_left", { stageId: stage("new") }, null, untag("u", stage("fresh"))),
    ][clash] as Automation,
  ];
}
