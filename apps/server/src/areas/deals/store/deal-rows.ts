import type { JsonObject } from "@trilho/engine/contract";
import type { Selectable, SelectQueryBuilder } from "kysely";
import type { DealStatus, DealValues, StoredDeal } from "../model.ts";
import { fold, iso, isoOrNull } from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

export type DealRow = Selectable<Database["deals"]>;

/** A choice of deals, newest first. */
export type ChosenDeals = SelectQueryBuilder<Database, "deals", DealRow>;

export const toDeal = (row: DealRow): StoredDeal => ({
  id: row.id,
  seq: row.seq,
  name: row.name,
  value: Number(row.value),
  currency: row.currency,
  closeProbability: row.close_probability,
  source: row.source,
  status: row.status as DealStatus,
  pipelineId: row.pipeline_id,
  stageId: row.stage_id,
  contactId: row.contact_id,
  companyId: row.company_id,
  responsibleUserId: row.responsible_user_id,
  coOwnerUserId: row.co_owner_user_id,
  channelId: row.channel_id,
  lostReason: row.lost_reason,
  notes: row.notes,
  customFields: row.custom_fields as JsonObject,
  tracking: row.tracking as JsonObject | null,
  metadata: row.metadata as JsonObject | null,
  isReturning: row.is_returning,
  isTest: row.is_test,
  returnSignaledAt: isoOrNull(row.return_signaled_at),
  expectedCloseAt: isoOrNull(row.expected_close_at),
  stageChangedAt: iso(row.stage_changed_at),
  closedAt: isoOrNull(row.closed_at),
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

const instant = (text: string | null): Date | null => (text === null ? null : new Date(text));

/** The columns of what changes in a deal's life, with the one that searches look through. */
export const dealColumns = (deal: DealValues) => ({
  name: deal.name,
  search_text: fold(deal.name),
  value: deal.value,
  currency: deal.currency,
  close_probability: deal.closeProbability,
  status: deal.status,
  pipeline_id: deal.pipelineId,
  stage_id: deal.stageId,
  contact_id: deal.contactId,
  company_id: deal.companyId,
  responsible_user_id: deal.responsibleUserId,
  co_owner_user_id: deal.coOwnerUserId,
  channel_id: deal.channelId,
  lost_reason: deal.lostReason,
  notes: deal.notes,
  custom_fields: JSON.stringify(deal.customFields),
  metadata: deal.metadata === null ? null : JSON.stringify(deal.metadata),
  expected_close_at: instant(deal.expectedCloseAt),
  closed_at: instant(deal.closedAt),
});
