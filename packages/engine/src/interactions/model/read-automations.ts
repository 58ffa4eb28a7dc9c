import type { GraphDefinition, GraphNode } from "../../contract/definition.ts";
import { isFilled } from "../../contract/filled.ts";
import { isObject } from "../../contract/json.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { at } from "../../graph/adjacency.ts";
import { compileGraph } from "../../graph/compile.ts";
import { awaitsReply } from "../../graph/parts.ts";
import { compileRun } from "../../interpreter/compile-run.ts";
import { readJson } from "../../json/read-json.ts";
import { startProblems } from "../../trigger/start-problems.ts";
import { triggerProblems } from "../../trigger/trigger-problems.ts";
import type { WorkspaceAutomation } from "../../workspace/types.ts";
import { contentOf } from "./content.ts";
import { actionWrites } from "./writes.ts";
import type { Write } from "./writes.ts";

/** An action node that runs come to. */
export interface ActionNode {
  readonly id: string;
  /** Position in the definition. */
  readonly index: number;
  readonly node: GraphNode;
  readonly config: JsonObject;
  readonly asks: boolean;
  /** Equal for messages that say the same; null for what says nothing. */
  readonly says: string | null;
  readonly writes: readonly Write[];
}

/** An automation that can be read, as the kinds of findings look at it. */
export interface KnownAutomation {
  readonly id: string;
  readonly automation: WorkspaceAutomation;
  readonly settings: JsonObject;
  /** Those that some edge leads to, in the order of the definition. */
  readonly actions: readonly ActionNode[];
}

/** What of an automation can be read: its id, and all of it where it can run and start. */
export interface ReadAutomation {
  readonly id: string | null;
  readonly known: KnownAutomation | null;
}

/** Reads whatever is given. Never throws. */
export function readAutomation(given: unknown, fieldSlugs: Readonly<Record<string, string>>): ReadAutomation {
  const { value, complete } = readJson(given);
  const id = isObject(value) && isFilled(value["id"]) ? value["id"] : null;
  const automation = complete ? automationOf(value) : null;
  return { id, known: automation && readOne(automation, fieldSlugs) };
}

/** Of what has the id of another one nothing is known. What cannot be read goes by its id, or its place as `#3`. */
export function allKnown(read: readonly ReadAutomation[]): { known: KnownAutomation[]; unreadable: string[] } {
  const ids = new Set<string>();
  const known: KnownAutomation[] = [];
  const unreadable: string[] = [];
  for (const [index, each] of read.entries()) {
    const id = each.id ?? `#${index + 1}`;
    if (each.known === null || ids.has(id)) unreadable.push(id);
    else known.push(each.known);
    ids.add(id);
  }
  return { known, unreadable };
}

const SCOPES: readonly JsonValue[] = ["global", "pipeline", "stage"];

function automationOf(value: JsonValue): WorkspaceAutomation | null {
  if (!isObject(value) || !isFilled(value["id"]) || !isFilled(value["triggerType"])) return null;
  const { scope = "global", graphDefinition, triggerWindow, conditions, triggerConfig } = value;
  const objects = [triggerWindow, conditions, triggerConfig].map((each) => each ?? null);
  if (!SCOPES.includes(scope) || !isObject(graphDefinition)) return null;
  if (!objects.every((each) => each === null || isObject(each))) return null;
  const [window = null, query = null, config = null] = objects as (JsonObject | null)[];
  return {
    id: value["id"],
    triggerType: value["triggerType"],
    scope: scope as WorkspaceAutomation["scope"],
    pipelineId: isFilled(value["pipelineId"]) ? value["pipelineId"] : null,
    stageId: isFilled(value["stageId"]) ? value["stageId"] : null,
    triggerWindow: window,
    conditions: query,
    triggerConfig: config,
    respectBusinessHours: value["respectBusinessHours"] === true,
    graphDefinition: graphDefinition as unknown as GraphDefinition,
  };
}

function readOne(
  automation: WorkspaceAutomation,
  fieldSlugs: Readonly<Record<string, string>>,
): KnownAutomation | null {
  const { graphDefinition } = automation;
  if (compileRun(graphDefinition).problem !== null) return null;
  if (startProblems(automation).length > 0 || triggerProblems(automation, () => null).length > 0) return null;
  const { nodes, reachable } = compileGraph(graphDefinition);
  const actions = nodes.flatMap((node, index): ActionNode[] => {
    if (!isObject(node) || node.type !== "action" || !isFilled(node.actionType) || at(reachable, index) !== 1)
      return [];
    const config = isObject(node.config) ? node.config : {};
    const writes = actionWrites(node.actionType, config, fieldSlugs);
    const says = contentOf(node.actionType, config);
    return [{ id: node.id, index, node, config, asks: awaitsReply(node), says, writes }];
  });
  return { id: automation.id, automation, settings: automation.triggerConfig ?? {}, actions };
}
