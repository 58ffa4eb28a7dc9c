import { Type } from "typebox";
import { dateTime, looseObject } from "../schema.ts";

/** A rule that the event did not keep, by the engine's code, with the value `seen` and the one `asked` for. */
const StartRefusal = Type.Object({
  code: Type.String({ examples: ["out-of-scope"] }),
  params: looseObject(),
  /** The value was read now, for none is kept of then: it may have been another one. */
  asOfNow: Type.Boolean(),
});

/**
 * An event of a deal, and an automation that listens to such events and did not start. The automation is asked as it is
 * now. Without `reasons`, it would start today: it or the deal was changed since.
 */
export const NotStarted = Type.Object({
  event: Type.Object({ id: Type.String(), type: Type.String(), at: dateTime() }),
  automation: Type.Object({ id: Type.String(), name: Type.String(), enabled: Type.Boolean() }),
  /** Whether it was published, switched or renamed after that. */
  changedSince: Type.Boolean(),
  reasons: Type.Array(StartRefusal),
});
