import * as fc from "fast-check";
import type { GraphNode } from "../../../contract/definition.ts";
import type { JsonObject } from "../../../contract/json.ts";
import type { Outcome } from "../../../contract/scenario.ts";
import { simulateWorkspace } from "../../../workspace/simulate-workspace.ts";
import { action, automation, line, wait } from "../../../workspace/testing/scenarios.ts";
import type {
  Happening,
  WorkspaceAutomation,
  WorkspaceDeal,
  WorkspaceResult,
  WorkspaceScenario,
  WorkspaceStage,
} from "../../../workspace/types.ts";
import { happened } from "./happened.ts";

/** A world so small that all that can happen in it is tried. */
export const STAGES: readonly WorkspaceStage[] = [
  { id: "new", pipelineId: "sales" },
  { id: "proposal", pipelineId: "sales" },
  { id: "won", pipelineId: "sales", isWon: true },
];

type Trigger = readonly [type: string, config: JsonObject];
type Step = (id: string) => GraphNode[];

const CONDITIONS: readonly (JsonObject | null)[] = [
  null,
  null,
  { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 100 }] },
  { combinator: "and", rules: [{ field: "deal.value", operator: "<=", value: 100 }] },
  { combinator: "and", rules: [{ field: "deal.tagIds", operator: "contains", value: "x" }] },
];

const say = (id: string, text: string, rest: JsonObject = {}) => action(id, "send_whatsapp", { text, ...rest });

const tag: Step = (id) => [action(id, "add_tag", { tagIds: ["x"] })];
const untag: Step = (id) => [action(id, "remove_tag", { tagIds: ["x"] })];
const move =
  (targetStageId: string): Step =>
  (id) => [action(id, "move_stage", { targetStageId })];
const set =
  (value: string): Step =>
  (id) => [action(id, "set_custom_field", { fieldSlug: "roof", value })];
const assign =
  (userId: string): Step =>
  (id) => [action(id, "assign_responsible", { userId })];
const hello: Step = (id) => [say(id, "Hello")];
const burst: Step = (id) => [1, 2, 3].map((count) => say(`${id}-${count}`, `${id} ${count}`));
const ask: Step = (id) => [say(id, `Asked by ${id}`, { awaitReply: true, replyTimeoutSeconds: 86_400 })];
const pause =
  (seconds: number): Step =>
  (id) => [wait(id, seconds)];

/** What has to do with each other, so that something happens in most worlds. */
const THEMES: readonly { readonly triggers: readonly Trigger[]; readonly steps: readonly Step[] }[] = [
  {
    triggers: [
      ["deal_created", {}],
      ["tag_added", { tagIds: ["x"] }],
      ["tag_removed", {}],
    ],
    steps: [tag, untag, hello, ask, pause(600)],
  },
  {
    triggers: [
      ["stage_entered", { stageId: "new" }],
      ["stage_entered", { stageId: "proposal" }],
      ["stage_left", { stageId: "new" }],
      ["deal_won", {}],
    ],
    steps: [move("new"), move("proposal"), move("won"), pause(600), pause(7200), hello, ask],
  },
  {
    triggers: [
      ["custom_field_changed", { fieldSlug: "roof", value: "tile" }],
      ["deal_updated", { fields: ["responsibleUserId"] }],
      ["task_completed", {}],
    ],
    steps: [set("tile"), set("metal"), assign("maria"), assign("joao"), burst],
  },
  {
    triggers: [
      ["message_received", { keywords: ["price"] }],
      ["deal_created", {}],
      ["task_completed", {}],
    ],
    steps: [hello, burst, ask, pause(600), tag],
  },
];

/** Two or three automations of up to three steps each. */
export const worlds: fc.Arbitrary<WorkspaceAutomation[]> = fc.constantFrom(...THEMES).chain(({ triggers, steps }) =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...triggers),
        fc.constantFrom(...CONDITIONS),
        fc.array(fc.constantFrom(...steps), { minLength: 1, maxLength: 3 }),
      ),
      { minLength: 2, maxLength: 3 },
    )
    .map((list) =>
      list.map(([[type, triggerConfig], conditions, made], place) => {
        const id = `a${place}`;
        const nodes = made.flatMap((make, at) => make(`${id}-${at}`));
        return automation(id, type, line(...nodes), { triggerConfig, conditions });
      }),
    ),
);

const DEALS: readonly JsonObject[] = ["new", "proposal", "won"].flatMap((stageId) =>
  [[], ["x"]].flatMap((tagIds) => [10, 1000].map((value) => ({ stageId, tagIds, value }))),
);

/** Of what happens twice, fewer deals say as much. */
const FEW_DEALS = DEALS.filter(({ stageId }) => stageId === "new");

const AT = ["2026-01-05T12:00:00Z", "2026-01-05T12:01:00Z"] as const;
const UNTIL = "2026-01-10T12:00:00Z";
/** The contact answers a question in two minutes, in three hours, or not at all. */
const REPLIES: readonly Outcome[] = [120, 10_800].map((afterSeconds) => ({
  type: "reply",
  afterSeconds,
  reply: { text: "Yes" },
}));
/** Of what is asked, so many questions are answered. */
const MOST_ANSWERS = 2;

type Cause = (at: string, facts: JsonObject) => Happening;

const changed =
  (rest: Partial<Extract<Happening, { type: "deal_changed" }>>): Cause =>
  (at) => ({
    type: "deal_changed",
    at,
    dealId: "d",
    ...rest,
  });

/** All that people and the world do. */
const CAUSES: readonly Cause[] = [
  (at, facts) => ({ type: "deal_created", at, deal: { id: "d", contactId: "c", facts } }),
  ...STAGES.map(({ id: stageId }) => changed({ set: { stageId } })),
  changed({ addTagIds: ["x"] }),
  changed({ removeTagIds: ["x"] }),
  ...["tile", "metal"].map((roof) => changed({ set: { "customFields.roof": roof } })),
  ...["maria", "joao"].map((responsibleUserId) => changed({ set: { responsibleUserId } })),
  (at) => ({ type: "message", at, contactId: "c", reply: { text: "The price?" } }),
  (at) => ({ type: "event", at, event: "task_completed", dealId: "d", contactId: "c" }),
];

/** Every deal, one event or two, and all answers to what is asked; what came of each. */
export function allThatHappens(automations: readonly WorkspaceAutomation[]): Set<string> {
  const found = new Set<string>();
  const questions = automations.flatMap(({ graphDefinition: { nodes } }) => nodes.filter(isQuestion));
  // Without questions, two things that happen one after the other are two occasions.
  const second = questions.length > 1 ? [null, ...CAUSES.slice(1)] : [null];
  for (const cause of CAUSES) {
    for (const later of second) {
      for (const facts of later === null ? DEALS : FEW_DEALS) {
        const isMade = cause === CAUSES[0];
        // No deal is won as it is made.
        if (isMade && facts["stageId"] === "won") continue;
        const deals: WorkspaceDeal[] = isMade ? [] : [{ id: "d", contactId: "c", facts }];
        const events = [cause(AT[0], facts), ...(later === null ? [] : [later(AT[1], facts)])];
        const contacts = [{ id: "c" }];
        const scenario = { automations, deals, contacts, events, from: AT[0], until: UNTIL, stages: STAGES };
        for (const result of inEveryWay(scenario)) for (const key of happened(result, automations)) found.add(key);
      }
    }
  }
  return found;
}

const isQuestion = ({ config }: GraphNode): boolean => config?.["awaitReply"] === true;

/** A scenario with every answer to what is asked in it; what was answered before stays so. */
function* inEveryWay(
  scenario: WorkspaceScenario,
  answered: ReadonlyMap<string, readonly [automationId: string, nodeId: string, Outcome]> = new Map(),
): Generator<WorkspaceResult> {
  const outcomes: Record<string, Record<string, Outcome>> = {};
  for (const [id, nodeId, outcome] of answered.values()) outcomes[id] = { ...outcomes[id], [nodeId]: outcome };
  const result = simulateWorkspace({ ...scenario, outcomes }, { stepBudget: 600 });
  yield result;
  const given = [...answered.values()].filter(([, , { type }]) => type === "reply").length;
  if (given === MOST_ANSWERS) return;
  const silent = new Map(answered);
  for (const { automationId: id, steps } of result.runs) {
    for (const { nodeId, why } of steps) {
      const key = `${id} ${nodeId}`;
      if (nodeId === null || why.code !== "awaiting-reply" || silent.has(key)) continue;
      for (const reply of REPLIES) yield* inEveryWay(scenario, new Map(silent).set(key, [id, nodeId, reply]));
      silent.set(key, [id, nodeId, { type: "silence" }]);
    }
  }
}
