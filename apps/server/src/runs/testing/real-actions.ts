import type { ActionType } from "@trilho/engine/contract";
import type { Action } from "../action.ts";
import * as onDeals from "../actions/deal.ts";

/** Carried out for real in proofs; the others answer as a scenario says. */
export const REAL: Partial<Record<ActionType, Extract<Action, { where: "inside" }>>> = {
  add_tag: onDeals.addTag,
  remove_tag: onDeals.removeTag,
  move_stage: onDeals.moveStage,
  set_custom_field: onDeals.setCustomField,
  assign_responsible: onDeals.assignResponsible,
  add_co_owner: onDeals.addCoOwner,
};
