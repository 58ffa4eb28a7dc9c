import type { Position } from "../domain/model.ts";
import { createSealer } from "./sealer.ts";

/** What a cursor belongs to: it opens for the same workspace, route, resource and filters, and nowhere else. */
export interface CursorScope {
  workspaceId: string;
  operationId: string;
  /** Path parameters and filters, without `limit` and `cursor`. */
  filters: Readonly<Record<string, string | number | boolean | null | undefined>>;
}

export interface Cursors {
  write(position: Position, scope: CursorScope): string;
  /** The position, or null for a cursor that was changed, made up, or is of another list. */
  read(cursor: string, scope: CursorScope): Position | null;
}

export function createCursors(serverSecret: string): Cursors {
  const sealer = createSealer(serverSecret, "cursors");
  return {
    write: (position, scope) => sealer.seal(JSON.stringify([position.createdAt, position.id]), contextOf(scope)),
    read(cursor, scope) {
      const text = sealer.open(cursor, contextOf(scope));
      if (text === null) return null;
      // Only this server seals, so what opens has the shape that `write` gave it.
      const [createdAt, id] = JSON.parse(text) as [string, string];
      return { createdAt, id };
    },
  };
}

function contextOf({ workspaceId, operationId, filters }: CursorScope): string {
  const set = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null);
  return JSON.stringify([workspaceId, operationId, set.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
