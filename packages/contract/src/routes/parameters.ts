import { Type } from "typebox";

interface PageSize {
  maximum: number;
  default: number;
}

/** Rows per page of each cursor list. */
export const PAGE_SIZES = {
  automations: { maximum: 200, default: 50 },
  contacts: { maximum: 200, default: 50 },
  companies: { maximum: 200, default: 50 },
  cadences: { maximum: 200, default: 50 },
  cadenceDeals: { maximum: 200, default: 50 },
  deals: { maximum: 200, default: 50 },
  dealCustomFieldValues: { maximum: 200, default: 50 },
  conversations: { maximum: 200, default: 50 },
  messages: { maximum: 200, default: 50 },
  outbox: { maximum: 200, default: 50 },
  runs: { maximum: 100, default: 20 },
  notes: { maximum: 200, default: 50 },
  attachments: { maximum: 200, default: 50 },
  tasks: { maximum: 200, default: 50 },
  activities: { maximum: 200, default: 50 },
  calendarEvents: { maximum: 500, default: 200 },
} as const satisfies Record<string, PageSize>;

export const limit = (size: PageSize) => Type.Optional(Type.Integer({ minimum: 1, ...size }));

/** Where the next page starts: `nextCursor` of the page before, with the same filters. */
export const cursor = () => Type.Optional(Type.String({ maxLength: 2000 }));

/** The number of a deal in paths. */
export const dealSeq = () => Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
export const dealBySeq = () => Type.Object({ seq: dealSeq() });
