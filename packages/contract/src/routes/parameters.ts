import { Type } from "typebox";
import { EXAMPLE_SEQS } from "../examples/ids.ts";

interface PageSize {
  maximum: number;
  default: number;
}

/** Rows per page of each cursor list. */
export const PAGE_SIZES = {
  automations: { maximum: 200, default: 50 },
  automationHistory: { maximum: 200, default: 50 },
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
  notStarted: { maximum: 50, default: 20 },
  timeline: { maximum: 100, default: 50 },
  calendarEvents: { maximum: 500, default: 200 },
} as const satisfies Record<string, PageSize>;

export const limit = (size: PageSize) =>
  Type.Optional(Type.Integer({ minimum: 1, ...size, description: "How many there are on a page at most." }));

/** Where the next page starts: `nextCursor` of the page before, with the same filters. */
export const cursor = () =>
  Type.Optional(
    Type.String({
      maxLength: 2000,
      description:
        "Where to go on: `nextCursor` of the page before, with the same filters. Without it, the first page.",
    }),
  );

/** A number in paths, given in each workspace from 1 on. */
export const seq = (description: string, example: number) =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description, examples: [example] });

/** The number of a deal in paths. */
export const dealSeq = (example: number = EXAMPLE_SEQS.deal) => seq("The deal's number, `seq`.", example);
export const dealBySeq = (example?: number) => Type.Object({ seq: dealSeq(example) });

/** An id in a path, of a thing that the demo workspace has. */
export const idOf = (what: string, example: string) =>
  Type.String({ description: `The id of ${what}.`, examples: [example] });

const bound = (description: string) => Type.Optional(Type.String({ maxLength: 100, description }));

/** Rows that changed in a time. */
export const changedBetween = () => ({
  updatedFrom: bound("Changed at or after this instant (ISO 8601) or day (`yyyy-MM-dd`)."),
  updatedTo: bound("Changed before this instant (ISO 8601) or day (`yyyy-MM-dd`)."),
});
