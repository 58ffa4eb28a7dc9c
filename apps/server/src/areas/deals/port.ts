import type { JsonObject } from "@trilho/engine/contract";
import type { Actor } from "../activities/history.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import type { Outcome } from "../../platform/service/outcome.ts";
import type { DealCard } from "./card.ts";
import type { DealFilter, ValueFeedFilter } from "./filter.ts";
import type { CurrentDeal, DealCatalogue, DealChange, DealPlan, StoredDeal } from "./model.ts";
import type { Position } from "../../platform/security/cursors.ts";
import type { DealField } from "../reference/custom-fields/custom-values.ts";

/** What names a deal: its number in paths, its id elsewhere. */
export type DealKey = { seq: number } | { id: string };

/** A deal's custom values, for the feed of values. */
export interface DealFieldValues {
  id: string;
  customFields: JsonObject;
  updatedAt: string;
}

export interface DealStore {
  /** What the workspace lets deals be, and whether it has this company. */
  catalogue(workspaceId: string, companyId: string | null): Promise<DealCatalogue>;
  /** Custom fields of deals, `members` fields with the members as their options. */
  fields(workspaceId: string): Promise<DealField[]>;
  /** Newest first, `limit` rows at most; as they stand at an instant, ISO 8601. */
  list(viewer: Viewer, filter: DealFilter, limit: number, after: Position | null, at: string): Promise<DealCard[]>;
  get(viewer: Viewer, key: DealKey, at: string): Promise<DealCard | null>;
  /** The deal without what belongs to it. */
  row(viewer: Viewer, key: DealKey): Promise<StoredDeal | null>;
  /** Deals with custom values, the longest unchanged first. */
  fieldValues(
    viewer: Viewer,
    filter: ValueFeedFilter,
    limit: number,
    after: Position | null,
  ): Promise<DealFieldValues[]>;
  /** The id of the deal that another system knows by this name. */
  externalDeal(workspaceId: string, externalId: string): Promise<string | null>;
  /** Whether another system knows the deal by a name. */
  isNamedExternally(workspaceId: string, dealId: string): Promise<boolean>;
  /** Names a deal that has no such name. */
  nameExternally(workspaceId: string, dealId: string, externalId: string): Promise<void>;
  /** Other batches of the workspace wait for the end of this transaction: in orders of their own, they would deadlock. */
  takeBatchTurn(workspaceId: string): Promise<void>;
  /**
   * Finds or makes contact and company, takes a turn where one is asked for, and writes the deal with its history; refused
   * where the contact is there and the viewer may not see it.
   */
  create(viewer: Viewer, actor: Actor, plan: DealPlan): Promise<Outcome<StoredDeal>>;
  /**
   * Locks the deal and writes what `decide` makes of it, with its history, in one transaction; null when the viewer
   * sees no such deal. `at` is the database's time, ISO 8601.
   */
  change(
    viewer: Viewer,
    key: DealKey,
    actor: Actor,
    decide: (current: CurrentDeal, at: string) => Outcome<DealChange>,
  ): Promise<Outcome<StoredDeal> | null>;
}
