import type { DealValues } from "../model.ts";

type Given = Pick<DealValues, "name" | "pipelineId" | "stageId" | "responsibleUserId">;

/** What an open deal of which nothing else is known has. */
export const plainDeal = (given: Given & Partial<DealValues>): DealValues => ({
  value: 0,
  currency: "BRL",
  closeProbability: 0,
  status: "open",
  contactId: null,
  companyId: null,
  coOwnerUserId: null,
  channelId: null,
  lostReason: null,
  notes: null,
  customFields: {},
  metadata: null,
  expectedCloseAt: null,
  closedAt: null,
  ...given,
});
