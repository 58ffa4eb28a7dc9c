import { setImmediate as nextTurn } from "node:timers/promises";
import type { AutomationUses } from "@trilho/contract";
import type { Field } from "@trilho/engine";
import { readsAndWrites, type ThingKind } from "@trilho/engine/interactions";
import type { AutomationStore } from "../port.ts";
import { eachPage } from "./automation-pages.ts";

/** Things of one kind, as the engine calls it, by all the names that automations may give them. */
export interface Things {
  kind: ThingKind;
  ids: readonly string[];
}

/** A place that uses a thing, by the name that it gives to it. */
export interface FoundUse {
  id: string;
  use: AutomationUses["items"][number];
}

const MOST_USES = 500;

/**
 * The places of automations, on and off, that read or write one of these things: the first 500, of the newest automations
 * first. What values of a custom field name is known where `fields` has it.
 */
export async function findUses(
  automations: Pick<AutomationStore, "list">,
  workspaceId: string,
  things: readonly Things[],
  fields: readonly Field[] = [],
): Promise<{ found: FoundUse[]; complete: boolean }> {
  const found: FoundUse[] = [];
  const wanted = new Set(things.flatMap(({ kind, ids }) => ids.map((id) => keyOf(kind, id))));
  const complete = await eachPage(automations, workspaceId, {}, async (page) => {
    for (const automation of page) {
      const { name: automationName, enabled } = automation;
      for (const { mode, kind, id, place } of readsAndWrites(automation, fields)) {
        if (id === null || !wanted.has(keyOf(kind, id))) continue;
        found.push({ id, use: { ...place, automationName, enabled, mode } });
      }
      if (found.length > MOST_USES) return false;
      await nextTurn();
    }
    return true;
  });
  return { found: found.slice(0, MOST_USES), complete };
}

const keyOf = (kind: ThingKind, id: string): string => `${kind} ${id}`;
