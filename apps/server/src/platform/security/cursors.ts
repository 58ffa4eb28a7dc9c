import { createSealer } from "./sealer.ts";

/** What a cursor belongs to: it opens for the same workspace, route, resource and filters, and nowhere else. */
export interface CursorScope {
  workspaceId: string;
  operationId: string;
  /** Path parameters and filters, without `limit` and `cursor`: JSON. */
  filters: Readonly<Record<string, unknown>>;
  /** A filter that a cursor may be sent without, but not with another value. */
  droppable?: string | undefined;
}

export interface Cursors {
  write(position: Position, scope: CursorScope): string;
  /** The position, or null for a cursor that was changed, made up, or is of another list. */
  read(cursor: string, scope: CursorScope): Position | null;
}

export function createCursors(serverSecret: string): Cursors {
  const sealer = createSealer(serverSecret, "cursors");
  return {
    write: ({ at, id }, scope) => sealer.seal(JSON.stringify([at, id, scope.droppable ?? null]), contextOf(scope)),
    read(cursor, scope) {
      const text = sealer.open(cursor, contextOf(scope));
      if (text === null) return null;
      // Only this server seals, so what opens has the shape that `write` gave it.
      const [at, id, droppable] = JSON.parse(text) as [string, string, string | null];
      return scope.droppable === undefined || scope.droppable === droppable ? { at, id } : null;
    },
  };
}

const contextOf = ({ workspaceId, operationId, filters }: CursorScope): string =>
  JSON.stringify([workspaceId, operationId, inOrder(filters)]);

/** The same filters in another order are the same list, and so are the values of one; one that is not set is none. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.map((part) => JSON.stringify(inOrder(part))))].toSorted();
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined && member !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [key, inOrder(member)]);
}

/** Keyset position in a list ordered by an instant (ISO 8601), ties by id: the rows strictly behind it follow. */
export interface Position {
  at: string;
  id: string;
}
