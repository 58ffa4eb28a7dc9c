import { Type } from "typebox";
import { dateTime, looseObject, nullable } from "../schema.ts";
import { DealActivityActor } from "./deal.ts";

/** Contract, "Deal activity". `changes` is `{ from, to }` of the `field`, where one changed. */
export const DealActivity = Type.Object({
  id: Type.String(),
  dealId: Type.String(),
  type: Type.String(),
  field: nullable(Type.String()),
  changes: nullable(looseObject()),
  metadata: nullable(looseObject()),
  occurredAt: dateTime(),
  actor: DealActivityActor,
});
