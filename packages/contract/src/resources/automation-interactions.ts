import { Type } from "typebox";
import { looseObject, nullable, oneOf } from "../schema.ts";

/** A place in an automation. `nodeId` is null around its graph; `path` is a JSON Pointer into the automation. */
const place = {
  automationId: Type.String(),
  automationName: Type.String(),
  nodeId: nullable(Type.String()),
  path: Type.String({ examples: ["/graphDefinition/nodes/1"] }),
};

/**
 * Something that automations do to each other, by the engine's code, in words and with the places that bring it about.
 * `witness` is what has to be and to happen for it, as the engine simulates it; null where nothing happens, because an
 * automation is `proved` never to start, or where it is possible, and was neither seen nor ruled out.
 */
export const AutomationInteraction = Type.Object({
  code: Type.String({ examples: ["answer-taken"] }),
  message: Type.String(),
  params: looseObject(),
  places: Type.Array(Type.Object(place)),
  witness: nullable(looseObject()),
  proved: Type.Boolean(),
});

/**
 * What an automation and others that are switched on do to each other; what was shown comes first. `notRead` are those of
 * which nothing is known. Not `complete` is what holds more than was looked at.
 */
export const AutomationInteractions = Type.Object({
  items: Type.Array(AutomationInteraction),
  notRead: Type.Array(Type.String()),
  complete: Type.Boolean(),
});

/** What automations may name of a workspace. */
export const USED_KINDS = ["stage", "pipeline", "tag", "custom-field", "user", "channel", "template"] as const;

/** A place in an automation that reads or writes a thing of the workspace. */
export const AutomationUse = Type.Object({
  ...place,
  enabled: Type.Boolean(),
  mode: oneOf(["reads", "writes"]),
});

/** Not `complete` is what holds more places than are told. */
export const AutomationUses = Type.Object({ items: Type.Array(AutomationUse), complete: Type.Boolean() });
