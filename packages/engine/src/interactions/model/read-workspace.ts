import { isFilled } from "../../contract/filled.ts";
import { isObject } from "../../contract/json.ts";
import type { BusinessHours } from "../../contract/run.ts";
import { compileHours } from "../../interpreter/hours.ts";
import { isTimeZone } from "../../interpreter/zone.ts";
import { readJson } from "../../json/read-json.ts";
import type { WorkspaceStage } from "../../workspace/types.ts";
import { Stages } from "../witness/stages.ts";
import type { AnalysedWorkspace } from "../witness/types.ts";
import type { Lists } from "../starts/things.ts";

/** What is around the automations of a workspace. */
export interface Surroundings {
  readonly told: Required<Pick<AnalysedWorkspace, "stages" | "fieldSlugs" | "timeZone" | "businessHours">>;
  readonly stages: Stages;
  readonly lists: Lists;
}

/** Reads what is around the automations of whatever is given. What cannot be read is as what was not told. Never throws. */
export function readSurroundings(given: unknown): Surroundings {
  const { stages, fieldSlugs, timeZone, businessHours, tagIds, userIds, channelIds } = shallow(given);
  const slugs = slugsIn(fieldSlugs);
  const known = stagesIn(stages);
  const told = {
    stages: known,
    fieldSlugs: slugs,
    timeZone: isFilled(timeZone) && isTimeZone(timeZone) ? timeZone : "UTC",
    businessHours: hoursIn(businessHours),
  };
  const fields = Object.entries(slugs).flat();
  const customField = fields.length === 0 ? null : new Set(fields);
  return {
    told,
    stages: new Stages(known),
    lists: { tag: idsIn(tagIds), user: idsIn(userIds), channel: idsIn(channelIds), customField },
  };
}

/** A list that cannot be read whole says nothing of what it does not hold. */
function idsIn(given: unknown): Set<string> | null {
  const { value } = readJson(given ?? null);
  return Array.isArray(value) && value.every(isFilled) ? new Set(value) : null;
}

/** What an object holds, as far as it lets itself be read. */
export function shallow(given: unknown): Record<string, unknown> {
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
