import type { Position } from "../domain/model.ts";
import { createSealer } from "./sealer.ts";

/** What a cursor belongs to: it opens for the same workspace, route, resource and filters, and nowhere else. */
export interface CursorScope {
  workspaceId: string;
  operationId: string;
  /** Path parameters and filters, without `limit` and `cursor`: JSON. */
  filters: Readonly<Record<string, unknown>>;
}

export interface Cursors {
  write(position: Position, scope: CursorScope): string;
  /** The position, or null for a cursor that was changed, made up, or is of another list. */
  read(cursor: string, scope: CursorScope): Position | null;
}

export function createCursors(serverSecret: string): Cursors {
  const sealer = createSealer(serverSecret, "cursors");
  return {
    write: (position, scope) => sealer.seal(JSON.stringify([position.at, position.id]), contextOf(scope)),
    read(cursor, scope) {
      const text = sealer.open(cursor, contextOf(scope));
      if (text === null) return null;
      // Only this server seals, so what opens has the shape that `write` gave it.
      const [at, id] = JSON.parse(text) as [string, string];
      return { at, id };
    },
  };
}

const contextOf = ({ workspaceId, operationId, filters }: CursorScope): string =>
  JSON.stringify([workspaceId, operationId, inOrder(filters)]);

/** The same filters in another order are the same list; one that is not set is none. */
function inOrder(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, inOrder(member)]);
}
