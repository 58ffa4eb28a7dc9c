import type { RoundRobinState, BusinessHours } from "../../contract/run.ts";
import type { WorkspaceAutomation, WorkspaceScenario, WorkspaceStage } from "../../workspace/types.ts";

/**
 * A workspace, to be looked at as a whole. Stages let moved deals be won, lost or in another pipeline; `fieldSlugs` are
 * slugs by custom-field id; `timeZone` is IANA, and UTC by default. What the lists do not hold is not there: `tagIds`,
 * `userIds` (former members included), `channelIds`, and, unless they are empty, `stages` and the fields of deals. Of what
 * is left out nothing is known.
 */
export interface AnalysedWorkspace {
  readonly automations: readonly WorkspaceAutomation[];
  readonly stages?: readonly WorkspaceStage[];
  readonly fieldSlugs?: Readonly<Record<string, string>>;
  readonly timeZone?: string;
  readonly businessHours?: BusinessHours | null;
  readonly tagIds?: readonly string[];
  readonly userIds?: readonly string[];
  readonly channelIds?: readonly string[];
}

/**
 * What has to be and to happen for a finding to be seen, as far as it is not the workspace itself: the automations that
 * take part, a deal and its contact, what happens, and how the world answers. `roundRobin` is whose turn it is, by
 * automation and node.
 */
export interface Witness extends Pick<
  WorkspaceScenario,
  "deals" | "contacts" | "events" | "outcomes" | "from" | "until"
> {
  readonly automationIds: readonly string[];
  readonly roundRobin?: Readonly<Record<string, Readonly<Record<string, RoundRobinState>>>>;
}

/**
 * The scenario in which a workspace shows what a witness is of.
 *
 * @example
 * ```ts
 * import { analyseWorkspace, scenarioOfWitness } from "@trilho/engine/interactions";
 * import { simulateWorkspace } from "@trilho/engine/workspace";
 *
 * const everywhere = { scope: "global" as const, pipelineId: null, stageId: null, triggerWindow: null, conditions: null };
 * const graph = (actionType: "add_tag" | "remove_tag") => ({
 *   version: 2 as const,
 *   nodes: [
 *     { id: "start", type: "trigger" as const },
 *     { id: "tag", type: "action" as const, actionType, config: { tagIds: ["tg_new"] } },
 *   ],
 *   edges: [{ source: "start", target: "tag" }],
 * });
 * const created = { ...everywhere, triggerType: "deal_created", triggerConfig: null };
 * const workspace = {
 *   automations: [
 *     { ...created, id: "tags", graphDefinition: graph("add_tag") },
 *     { ...created, id: "untags", graphDefinition: graph("remove_tag") },
 *   ],
 * };
 * const [finding] = analyseWorkspace(workspace).findings;
 * finding?.code; // "opposite-writes"
 * const replayed = simulateWorkspace(scenarioOfWitness(finding!.shown!, workspace));
 * replayed.events.map(({ type }) => type); // ["deal_created", "stage_entered", "tag_added", "tag_removed"]
 * ```
 */
export function scenarioOfWitness(witness: Witness, workspace: AnalysedWorkspace): WorkspaceScenario {
  const { automationIds, roundRobin = {}, ...happening } = witness;
  const { automations, ...around } = workspace;
  const taking = automationIds.flatMap((id) => automations.find((each) => each.id === id) ?? []);
  return { ...around, ...happening, automations: automations.filter((each) => taking.includes(each)).map(ready) };

  function ready(automation: WorkspaceAutomation): WorkspaceAutomation {
    // When it was switched on, and whose turn it is by now, say nothing of what it does to others.
    const { onSince: _, roundRobin: __, ...rules } = automation;
    return Object.hasOwn(roundRobin, rules.id) ? { ...rules, roundRobin: roundRobin[rules.id] ?? {} } : rules;
  }
}
