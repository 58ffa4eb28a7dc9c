import { inTurns } from "../background/in-turns.ts";
import type { Cursors, CursorScope, Position } from "../security/cursors.ts";
import { done, invalid, refused, type Outcome } from "./outcome.ts";

/** One page of a cursor list (contract, "Page envelope"). */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  hasMore: boolean;
}

export interface PageRequest<Row, Item> {
  cursors: Cursors;
  /** What the cursor must belong to. */
  scope: CursorScope;
  cursor: string | undefined;
  limit: number;
  /** Reads `count` rows after a position; fewer are all there are. */
  read(count: number, after: Position | null): Promise<Row[]>;
  positionOf(row: Row): Position;
  present(row: Row): Item;
}

/** Reads one row more than asked, which shows whether there is a next page. */
export async function readPage<Row, Item>(request: PageRequest<Row, Item>): Promise<Outcome<Page<Item>>> {
  const { cursors, scope, cursor, limit } = request;
  const after = cursor === undefined ? null : cursors.read(cursor, scope);
  if (cursor !== undefined && after === null) return refused(invalid([FOREIGN_CURSOR]));
  const rows = await request.read(limit + 1, after);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = rows.length > limit && last !== undefined ? request.positionOf(last) : null;
  return done({
    items: await inTurns(shown, (row) => request.present(row)),
    nextCursor: next && cursors.write(next, scope),
    hasMore: next !== null,
  });
}

const FOREIGN_CURSOR = {
  field: "cursor",
  message: "is not a cursor of this list. Use `nextCursor` of the page before, with the same filters.",
};
