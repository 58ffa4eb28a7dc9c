import { createClient, type Automation, type Client } from "@trilho/api-client";
import type { QueryClient } from "@tanstack/react-query";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { automationKeys, changeInLists } from "./automations.ts";
import type { Session } from "./kept-session.ts";
import { currentSession } from "./session.ts";

interface Pending {
  /** Deletes for good. */
  commit: () => Promise<void>;
  /** Deletes for good while the page goes away, when no answer can be awaited. */
  commitLeaving: () => void;
}

/** Automations that a person deleted and may still take back. They are hidden, and stored as before. */
const pending = createStore<{ byId: ReadonlyMap<string, Pending> }>()(() => ({ byId: new Map() }));

export const usePendingDeletes = (): ReadonlyMap<string, unknown> => useStore(pending, ({ byId }) => byId);

function take(id: string): Pending | undefined {
  const { byId } = pending.getState();
  const found = byId.get(id);
  if (found) pending.setState({ byId: new Map([...byId].filter(([each]) => each !== id)) });
  return found;
}

/** Hides an automation; `commitDelete` deletes it, `undoDelete` brings it back. */
export function deleteLater({ id }: Pick<Automation, "id">, client: Client, queries: QueryClient): void {
  const session = currentSession();
  const entry: Pending = {
    commit: async () => {
      await client.automations.delete(id);
      changeInLists(queries, id, null);
      queries.removeQueries({ queryKey: automationKeys.one(id) });
    },
    commitLeaving: () => void (session && deleteKeptAlive(session, id)),
  };
  pending.setState(({ byId }) => ({ byId: new Map(byId).set(id, entry) }));
}

export const undoDelete = (id: string): boolean => take(id) !== undefined;

/** Rejects when the server refuses; the automation then shows again. Nothing happens when it was taken back. */
export async function commitDelete(id: string): Promise<void> {
  const { byId } = pending.getState();
  const entry = byId.get(id);
  if (!entry) return;
  try {
    await entry.commit();
  } finally {
    take(id);
  }
}

/** Deletes what waits, at once: the page goes away and nobody can take it back any more. */
export function flushDeletes(): void {
  for (const id of pending.getState().byId.keys()) take(id)?.commitLeaving();
}

/** A browser finishes a `keepalive` request after the page is gone. */
async function deleteKeptAlive({ baseUrl, apiKey }: Session, id: string): Promise<void> {
  const leaving = createClient({
    baseUrl,
    apiKey,
    retries: 0,
    fetch: (input, init) => fetch(input, { ...init, keepalive: true }),
  });
  // Whether it arrived, no one is left to be told.
  await leaving.automations.delete(id).catch(() => undefined);
}
