import type { UpdateDealRequest } from "@trilho/contract";
import { asTyped } from "@trilho/engine";
import type { JsonObject } from "@trilho/engine/contract";
import type { Store } from "../model/stores.ts";
import { inside, refusal, succeeded, type ActionCall, type Inside } from "../action.ts";
import type { ActionOutcome } from "../model/run.ts";
import { actorOf, dealContextOf, dealsOf, NO_DEAL, outcomeOf, shortened, textIn, textsIn } from "./context.ts";

/** Changes the run's deal by the rules of a request for it. */
async function change(store: Store, call: ActionCall, body: UpdateDealRequest): Promise<ActionOutcome> {
  const { dealId } = call.run;
  if (dealId === null) return NO_DEAL;
  const outcome = await dealsOf(store, call).changeFor(dealContextOf(call), { id: dealId }, body);
  return outcomeOf(outcome, () => body as JsonObject);
}

export const moveStage = inside((store, call) => {
  const lostReason = textIn(call.config, "lostReason");
  const stageId = textIn(call.config, "targetStageId") ?? "";
  return change(store, call, { stageId, ...(lostReason !== null && { lostReason }) });
});

export const assignResponsible = inside((store, call) =>
  change(store, call, { responsibleUserId: textIn(call.config, "userId") ?? "" }),
);

export const addCoOwner = inside((store, call) => {
  const coOwnerUserId = textIn(call.config, "userId");
  return coOwnerUserId === null ? Promise.resolve(refusal("co-owner-missing")) : change(store, call, { coOwnerUserId });
});

export const setCustomField = inside(async (store, call) => {
  const { config, run } = call;
  const fields = await store.deals.fields(run.workspaceId);
  const slug = textIn(config, "fieldSlug");
  const field = fields.find((each) => (slug === null ? each.id === config["fieldId"] : each.slug === slug));
  if (field === undefined && slug === null) return refusal("field-gone");
  const value = asTyped(config["value"] ?? null, field?.fieldType);
  return change(store, call, { customFields: { [field?.slug ?? slug ?? ""]: value } });
});

/** Both take the tags that exist; when none does, there was nothing to do. */
const tags = (act: "addToDeal" | "removeFromDeal"): Inside =>
  inside(async (store, call) => {
    const { run, config } = call;
    if (run.dealId === null) return NO_DEAL;
    const deal = { id: run.dealId, contactId: run.contactId };
    const ids = textsIn(config["tagIds"]);
    const done = await store.tags[act](run.workspaceId, actorOf(call), deal, ids);
    const touched = Array.isArray(done) ? done : done.tags;
    if (act === "addToDeal" && touched.length === 0) return refusal("tags-gone");
    return succeeded({ tagIds: touched.map(({ id }) => id) });
  });
export const addTag = tags("addToDeal");
export const removeTag = tags("removeFromDeal");

export const stopAutomations = inside(async (store, { run, config }) => {
  if (run.dealId === null) return NO_DEAL;
  const reason = textIn(config, "reason");
  return succeeded({ cancelledRuns: await store.runs.cancelOfDeal(run, reason && shortened(reason)) });
});
