import { TRIGGER_SCHEMAS } from "../../contract/trigger-schemas.ts";
import type { Told } from "../kinds/kind.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import { readsAndWrites } from "../touches/reads-and-writes.ts";
import { inPlace } from "./in-place.ts";
import { inRules } from "./in-rules.ts";
import { inSettings } from "./in-settings.ts";
import type { Looked, Never } from "./never.ts";
import type { Things } from "./things.ts";

/** Where a proof is looked for, the cheapest first. */
const PLACES: readonly ((looked: Looked) => Never | null)[] = [inSettings, inPlace, inRules];

/**
 * The proof that nothing can start an automation: what it asks for is gone, or excludes each other. Null where there is
 * none. Only what holds of every event is told: a deal that a run moves on may meet conditions that it did not keep when
 * the event happened.
 */
export function neverStarts(known: KnownAutomation, things: Things): Told | null {
  const { triggerType } = known.automation;
  // A call that is refused starts a run that says so, whatever is asked.
  if (!Object.hasOwn(TRIGGER_SCHEMAS, triggerType) || triggerType === "incoming_webhook") return null;
  const read = readsAndWrites({ ...known.automation, graphDefinition: null });
  for (const prove of PLACES) {
    const never = prove({ known, read, things });
    if (never === null) continue;
    const { params, path } = never;
    return { code: "never-starts", params, places: [{ automationId: known.id, nodeId: null, path }] };
  }
  return null;
}
