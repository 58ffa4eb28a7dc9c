import { Type } from "typebox";

interface PageSize {
  maximum: number;
  default: number;
}

/** Rows per page of each cursor list. */
export const PAGE_SIZES = {
  automations: { maximum: 200, default: 50 },
  runs: { maximum: 100, default: 20 },
} as const satisfies Record<string, PageSize>;

export const limit = (size: PageSize) => Type.Optional(Type.Integer({ minimum: 1, ...size }));

/** Where the next page starts: `nextCursor` of the page before, with the same filters. */
export const cursor = () => Type.Optional(Type.String({ maxLength: 2000 }));
