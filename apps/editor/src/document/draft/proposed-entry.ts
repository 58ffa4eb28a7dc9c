import type { JsonObject } from "@trilho/engine";
import { proposedEntry } from "@trilho/engine/trigger";
import { isSame } from "../is-same.ts";
import type { TriggerSettings } from "./draft.ts";

/** Another trigger with the entry rule that suits it; one that a person chose stays. */
export function withProposal(
  { triggerType: before, triggerConfig = null }: TriggerSettings,
  triggerType: string,
): Pick<TriggerSettings, "triggerType" | "triggerConfig"> {
  const { entry = null, ...rest } = triggerConfig ?? {};
  const isTheirs = entry !== null && !isSame(entry, proposedEntry(before));
  const next = isTheirs ? entry : proposedEntry(triggerType);
  const config: JsonObject = { ...rest, ...(next !== null && { entry: next }) };
  return { triggerType, triggerConfig: Object.keys(config).length === 0 ? null : config };
}
