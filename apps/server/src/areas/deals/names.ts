import { fieldsFor, isObject } from "@trilho/engine";
import type { Facts, JsonValue, Names } from "@trilho/engine/contract";
import type { Lookups } from "../reference/lookups.ts";
import type { DealStore } from "./port.ts";

/** What a workspace calls the things that a deal's facts speak of by their ids. */
export async function namesFor(
  store: { deals: DealStore; lookups: Lookups },
  workspaceId: string,
  facts: Facts,
): Promise<Names> {
  const fields = fieldsFor((await store.deals.fields(workspaceId)).map((field) => ({ ...field, name: field.slug })));
  return { ...(await store.lookups.names(workspaceId, idsIn(facts))), fields };
}

function idsIn({ deal }: Facts): string[] {
  if (!isObject(deal)) return [];
  const { pipelineId, stageId, responsibleUserId, coOwnerUserId, tagIds, customFields } = deal;
  const values = isObject(customFields) ? Object.values(customFields) : [];
  const all = [pipelineId, stageId, responsibleUserId, coOwnerUserId, tagIds, ...values].flat();
  return [...new Set(all.filter((value): value is string => mayBeId(value)))];
}

/** Longer texts are written by people. */
const LONGEST_ID = 100;
const mayBeId = (value: JsonValue | undefined): boolean => typeof value === "string" && value.length <= LONGEST_ID;
