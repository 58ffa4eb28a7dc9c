import { isFilled } from "../../contract/filled.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import type { Facts } from "../../contract/run.ts";
import type { WorkspaceAutomation, WorkspaceScenario, WorkspaceStage } from "../../workspace/types.ts";
import { beginningsOf, CONTACT, DEAL } from "./beginning.ts";
import type { Beginning } from "./beginning.ts";
import { merged, occurrencesOf } from "./occurrence.ts";
import type { Occurrence } from "./occurrence.ts";
import { Stages, statusOf } from "./stages.ts";

/**
 * What has to happen to a deal so that an automation's trigger fires, and the deal before: \`facts\` are those once it has
 * happened, at an ISO 8601 instant. A deal that says of no stage is in that of the automation's scope, or in the first
 * open one of its pipeline. Rules of the automation are not looked at: whether it starts is for the simulation to say.
 *
 * @example
 * \`\`\`ts
 * import { occasionOf } from "@trilho/engine/interactions";
 *
 * const everywhere = { scope: "global" as const, pipelineId: null, stageId: null, triggerWindow: null, conditions: null };
 * const graphDefinition = { version: 2 as const, nodes: [{ id: "start", type: "trigger" as const }], edges: [] };
 * const tagged = { ...everywhere, id: "au_1", triggerType: "tag_added", triggerConfig: { tagIds: ["tg_vip"] }, graphDefinition };
 * const { deals, events } = occasionOf(tagged, { deal: { tagIds: ["tg_vip"] } }, "2026-01-05T12:00:00Z");
 * deals.map(({ facts }) => facts["tagIds"]); // [[]]
 * events.map(({ type }) => type); // ["deal_changed"]
 * \`\`\`
 */
export function occasionOf(
  automation: WorkspaceAutomation,
  facts: Facts,
  at: string,
  listed: readonly WorkspaceStage[] = [],
): Pick<WorkspaceScenario, "deals" | "contacts" | "events" | "from"> {
  const stages = new Stages(listed);
  const after = placed(facts, automation, stages);
  const known = { id: automation.id, automation, settings: automation.triggerConfig ?? {}, actions: [] };
  const told = occurrencesOf(known).flatMap((each) => ofDeal(each, automation.triggerType, after, stages) ?? []);
  const { fields } = known.settings;
  const alone: Occurrence = { type: "raise", asks: { event: automation.triggerType, ...(fields && { fields }) } };
  const [way] = [...told, alone].flatMap((each) =>
    beginningsOf(each, [known], stages).flatMap((beginning) => turnOf(beginning, after, at) ?? []),
  );
  const { deal = {}, happening = null, restMs = 0 } = way ?? {};
  return {
    deals: happening?.type === "deal_created" ? [] : [{ id: DEAL, contactId: CONTACT, facts: deal }],
    contacts: [{ id: CONTACT, facts: facts.contact ?? {} }],
    events: happening === null ? [] : [happening],
    from: new Date(Date.parse(at) - restMs).toISOString(),
  };
}

function turnOf({ undo, happening, restMs }: Beginning, after: Facts, at: string) {
  const before = undo(after);
  return before === null ? null : { deal: before.deal ?? {}, happening: happening(after, at), restMs };
}

function placed(facts: Facts, { scope, stageId, pipelineId }: WorkspaceAutomation, stages: Stages): Facts {
  const { deal = {} } = facts;
  if (isFilled(deal["stageId"])) return facts;
  const within = deal["pipelineId"] ?? (scope === "global" ? null : pipelineId);
  const isWithin = (id: string): boolean =>
    !stages.isTold || !isFilled(within) || stages.get(id)?.pipelineId === within;
  const own = scope === "stage" && stageId !== null ? [stageId] : [];
  const first = [...own, ...stages.open()].find(isWithin);
  return first === undefined ? facts : { ...facts, deal: { ...deal, stageId: first } };
}

/** What happens so that the deal is then as it is; null where what it is about cannot be told. */
function ofDeal(given: Occurrence, triggerType: string, { deal = {} }: Facts, stages: Stages): Occurrence | null {
  const { type, asks } = given;
  const about = (told: JsonObject): Occurrence => merged(given, { type, asks: told }) ?? given;
  if (type === "tag" || type === "untag") {
    const tagId = asks["tagId"] ?? firstOf(deal["tagIds"]);
    return tagId === null ? null : about({ tagId });
  }
  if (type === "set") return asks["field"] === undefined ? null : given;
  const { stageId } = deal;
  if (type !== "move") return given;
  if (!isFilled(stageId))
    return stages.isTold || asks["to"] !== undefined || asks["outcome"] !== undefined ? given : null;
  const stage = stages.get(stageId);
  const isEnd = asks["outcome"] === undefined || (stage !== null && statusOf(stage) === asks["outcome"]);
  return about({ [triggerType !== "stage_left" && isEnd ? "to" : "from"]: stageId });
}

const firstOf = (list: JsonValue | undefined): JsonValue => [list ?? []].flat()[0] ?? null;
