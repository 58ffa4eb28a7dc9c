import { isFilled } from "../../contract/filled.ts";
import { isObject } from "../../contract/json.ts";
import type { BusinessHours } from "../../contract/run.ts";
import { compileHours } from "../../interpreter/hours.ts";
import { isTimeZone } from "../../interpreter/zone.ts";
import { readJson } from "../../json/read-json.ts";
import type { WorkspaceStage } from "../../workspace/types.ts";
import { Stages } from "../witness/stages.ts";
import type { AnalysedWorkspace } from "../witness/types.ts";
import { readAutomations } from "./read-automations.ts";
import { WorkspaceIndex } from "./workspace-index.ts";

/** A workspace that was read: what of it is known, as plain data and as an index. */
export interface ReadWorkspace {
  readonly workspace: AnalysedWorkspace;
  readonly index: WorkspaceIndex;
  readonly unreadable: readonly string[];
}

/** Reads whatever is given, an automation at a step. What cannot be read is as what was not told. Never throws. */
export function* readWorkspace(given: unknown, about: string | null): Generator<void, ReadWorkspace> {
  const { automations, stages, fieldSlugs, timeZone, businessHours } = shallow(given);
  const slugs = slugsIn(fieldSlugs);
  const { known, unreadable } = yield* readAutomations(automations, slugs);
  const told = stagesIn(stages);
  const workspace: AnalysedWorkspace = {
    automations: known.map(({ automation }) => automation),
    stages: told,
    fieldSlugs: slugs,
    timeZone: isFilled(timeZone) && isTimeZone(timeZone) ? timeZone : "UTC",
    businessHours: hoursIn(businessHours),
  };
  return { workspace, index: new WorkspaceIndex(known, new Stages(told), about), unreadable };
}

/** What an object holds, as far as it lets itself be read. */
function shallow(given: unknown): Record<string, unknown> {
  try {
    return isObject(given) ? { ...given } : {};
  } catch {
    return {};
  }
}

function slugsIn(given: unknown): Record<string, string> {
  const { value } = readJson(given ?? null);
  const entries = Object.entries(isObject(value) ? value : {});
  return Object.fromEntries(entries.flatMap(([id, slug]) => (isFilled(slug) ? [[id, slug] as const] : [])));
}

function stagesIn(given: unknown): WorkspaceStage[] {
  const { value } = readJson(given ?? null);
  return (Array.isArray(value) ? value : []).flatMap((stage): WorkspaceStage[] => {
    if (!isObject(stage) || !isFilled(stage["id"]) || !isFilled(stage["pipelineId"])) return [];
    const { id, pipelineId, isWon, isLost } = stage;
    return [{ id, pipelineId, isWon: isWon === true, isLost: isLost === true }];
  });
}

/** Hours that mean nothing are none. */
function hoursIn(given: unknown): BusinessHours | null {
  const hours = readJson(given ?? null).value as unknown as BusinessHours | null;
  return hours !== null && isObject(hours) && !("error" in compileHours(hours)) ? hours : null;
}
