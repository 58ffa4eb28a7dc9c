import type { DealResponse, Operations } from "@trilho/contract";
import { actorOf } from "../activities/history.ts";
import type { Cursors } from "../../platform/security/cursors.ts";
import type { Principal } from "../../platform/security/principal.ts";
import type { Atomic } from "../../platform/service/atomic.ts";
import type { FileStore } from "../../platform/service/files.ts";
import type { Handlers } from "../../platform/service/handlers.ts";
import { done, existing, invalid, refused, type Failure, type Outcome } from "../../platform/service/outcome.ts";
import { textOf } from "../../platform/service/texts.ts";
import { type Attempts, undoneUnlessDone } from "../../platform/service/undone.ts";
import type { StoredDeal } from "./model.ts";
import type { DealStore } from "./port.ts";
import { presentDeal } from "./present.ts";
import { readingOnce } from "./reading-once.ts";
import { createDealService } from "./service.ts";
import type { TagStore } from "./tags/port.ts";
import { unknownTags } from "./tags/unknown-tags.ts";

interface BatchStores extends Attempts {
  deals: DealStore;
  tags: TagStore;
  files: FileStore;
}

export interface DealBatchParts {
  store: Atomic<BatchStores>;
  cursors: Cursors;
  /** Unix ms. */
  now: () => number;
}

type Body = Operations["createDeals"]["body"];
type Item = Body["deals"][number];
type Result = Operations["createDeals"]["result"][number];
type OnExisting = NonNullable<Body["onExisting"]>;
type Placed = { what: Exclude<Result["outcome"], "refused">; deal: DealResponse };

/** Many deals in one transaction, so that a batch which is sent again after a crash finds all of it, or nothing. */
export function createDealBatchService({ store, cursors, now }: DealBatchParts): Pick<Handlers, "createDeals"> {
  return {
    createDeals: ({ principal, body: { deals, onExisting = "refuse" } }) =>
      store.transaction(async (inside) => {
        await inside.deals.takeBatchTurn(principal.workspaceId);
        const stores = { ...inside, deals: readingOnce(inside.deals) };
        const place = placing(stores, createDealService({ store: stores, cursors, now }), principal, onExisting);
        const results: Result[] = [];
        for (const item of deals) {
          const externalId = textOf(item.externalId);
          const outcome = await undoneUnlessDone(inside, () => place(item, externalId));
          results.push(resultOf(outcome, externalId));
        }
        return done(results);
      }),
  };
}

function placing(
  store: BatchStores,
  service: ReturnType<typeof createDealService>,
  principal: Principal,
  onExisting: OnExisting,
) {
  const { workspaceId } = principal;

  async function place(item: Item, externalId: string | null): Promise<Outcome<Placed>> {
    const known = externalId && (await store.deals.externalDeal(workspaceId, externalId));
    if (known) return meet(known, item);
    const { externalId: _, ...body } = item;
    const created = await undoneUnlessDone(store, () => service.create(principal, body));
    if (created.ok) return named({ what: "created", deal: created.value }, externalId);
    const { existingId } = created.failure;
    if (existingId === undefined) return created;
    // Another order of the same customer: not this deal, whatever is to become of deals that are there.
    const isOther = externalId !== null && (await store.deals.isNamedExternally(workspaceId, existingId));
    if (isOther) return refused({ ...created.failure, message: OTHERWISE_NAMED });
    const met = await meet(existingId, item);
    return met.ok && met.value.what === "updated" ? named(met.value, externalId) : met;
  }

  /** The item's deal is there. */
  async function meet(id: string, item: Item): Promise<Outcome<Placed>> {
    const deal = await store.deals.row(principal, { id });
    if (deal === null) return refused(OUT_OF_SIGHT);
    if (onExisting === "refuse") return refused({ ...IS_THERE, details: existing("deal", deal) });
    if (onExisting === "skip") return done({ what: "skipped", deal: presentDeal(deal) });
    const updated = await update(deal, item);
    return updated.ok ? done({ what: "updated", deal: updated.value }) : updated;
  }

  async function update(deal: StoredDeal, item: Item): Promise<Outcome<DealResponse>> {
    // Where it came from and whose turn it was are settled once, when a deal is new.
    const { externalId: _, tracking: __, useAssignmentStrategy: ___, tagIds, ...changes } = item;
    const changed = await service.update(principal, deal.seq, changes);
    if (!changed.ok || !tagIds) return changed;
    const { tags } = await store.tags.addToDeal(workspaceId, actorOf(principal), deal, tagIds);
    const unknown = unknownTags(tagIds, tags);
    return unknown.length === 0 ? changed : refused(invalid(unknown));
  }

  async function named(placed: Placed, externalId: string | null): Promise<Outcome<Placed>> {
    if (externalId !== null) await store.deals.nameExternally(workspaceId, placed.deal.id, externalId);
    return done(placed);
  }

  return place;
}

const OUT_OF_SIGHT: Failure = {
  code: "CONFLICT",
  message: "This externalId belongs to a deal that this key's member may not see.",
};
const IS_THERE: Failure = { code: "CONFLICT", message: "This deal is there already." };
const OTHERWISE_NAMED = "This contact's open deal in the pipeline has another externalId.";

function resultOf(outcome: Outcome<Placed>, externalId: string | null): Result {
  if (outcome.ok) return { outcome: outcome.value.what, externalId, deal: outcome.value.deal, error: null };
  const { failure } = outcome;
  const error = {
    error: failure.message,
    code: failure.code,
    details: failure.details ?? null,
    fieldErrors: (failure.fieldErrors ?? []).map(({ field, message }) => ({ field, message })),
  };
  return { outcome: "refused", externalId, deal: null, error };
}
