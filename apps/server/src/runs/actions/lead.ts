import type { CreateDealRequest } from "@trilho/contract";
import type { Facts } from "@trilho/engine/contract";
import type { Store } from "../model/stores.ts";
import { inside, refusal, type ActionCall } from "../action.ts";
import type { ActionOutcome } from "../model/run.ts";
import { dealContextOf, dealsOf, factIn, numberIn, outcomeOf, textIn } from "./context.ts";

export const createLead = inside(async (store, call) => {
  const { config } = call;
  const facts = await call.facts();
  const isCopied = config["copyContact"] !== false;
  const place = await placeOf(store, call);
  if ("ok" in place) return place;
  const { stageId } = place;
  const responsibleUserId = textIn(config, "responsibleUserId") ?? factIn(facts, "deal", "responsibleUserId");
  const body: CreateDealRequest = {
    ...(isCopied && contactOf(facts)),
    ...(textIn(config, "name") !== null && { name: textIn(config, "name") }),
    ...(numberIn(config, "value") !== null && { value: numberIn(config, "value") }),
    ...(stageId !== null && { stageId }),
    ...(responsibleUserId === null ? { useAssignmentStrategy: true } : { responsibleUserId }),
  };
  const context = {
    ...dealContextOf(call),
    contactId: isCopied ? factIn(facts, "contact", "id") : null,
    besideDealId: call.run.dealId,
  };
  const outcome = await dealsOf(store, call).createFor(context, body, "automation");
  return outcomeOf(outcome, ({ id, seq }) => ({ dealId: id, dealSeq: seq }));
});

const contactOf = (facts: Facts): CreateDealRequest => ({
  phone: factIn(facts, "contact", "phone"),
  email: factIn(facts, "contact", "email"),
  contactFirstName: factIn(facts, "contact", "firstName"),
  contactLastName: factIn(facts, "contact", "lastName"),
});

/** Where the new deal begins: at the stage chosen, or the pipeline's first; null where neither was chosen. */
async function placeOf(store: Store, { run, config }: ActionCall): Promise<{ stageId: string | null } | ActionOutcome> {
  const stageId = textIn(config, "stageId");
  const pipelineId = textIn(config, "pipelineId");
  if (stageId !== null || pipelineId === null) return { stageId };
  const pipelines = await store.reference.pipelines(run.workspaceId);
  const pipeline = pipelines.find(({ id }) => id === pipelineId);
  if (pipeline === undefined) return refusal("pipeline-gone");
  const first = pipeline.stages.find(({ isWon, isLost }) => !isWon && !isLost);
  return first === undefined ? refusal("pipeline-without-stage") : { stageId: first.id };
}
