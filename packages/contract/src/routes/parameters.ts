import { Type } from "typebox";

/** Rows per page. */
export const limit = (range: { maximum: number; default: number }) =>
  Type.Optional(Type.Integer({ minimum: 1, ...range }));

/** Where the next page starts: `nextCursor` of the page before, with the same filters. */
export const cursor = () => Type.Optional(Type.String({ maxLength: 2000 }));
