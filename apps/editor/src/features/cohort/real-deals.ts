import type { DealListItem } from "@trilho/api-client";
import { useQuery, skipToken } from "@tanstack/react-query";
import { factsOfDeal, readField } from "@trilho/engine";
import type { Facts, JsonValue } from "@trilho/engine";
import type { Distribution } from "@trilho/engine/cohort";
import { useState } from "react";
import { useClientIfAny } from "../../data/client-provider.tsx";
import { sampleDeals } from "../../data/deals.ts";
import { usePipelines } from "../../data/reference.ts";
import type { AskedField } from "./rules.ts";

/** Real deals that a cohort is drawn from. */
export interface RealDeals {
  /** `unknown-place`: the pipeline of the automation cannot be found. */
  status: "off" | "reading" | "ready" | "failed" | "unknown-place";
  deals: readonly Facts[];
  /** How many were read so far. */
  read: number;
  /** The pipeline's name; null for all. */
  place: string | null;
  error: unknown;
  again: () => void;
}

const NONE: readonly Facts[] = [];
const toFacts = (deals: readonly DealListItem[]): readonly Facts[] => deals.map(factsOfDeal);

/** The newest deals of a pipeline, or of all; nothing is asked unless they are wanted. */
export function useRealDeals(pipelineId: string | null, wanted: boolean): RealDeals {
  const client = useClientIfAny();
  const pipelines = usePipelines();
  const pipeline = pipelines.data?.find(({ id }) => id === pipelineId) ?? null;
  const isKnown = pipelineId === null || pipeline !== null;
  const [read, setRead] = useState(0);
  const query = useQuery({
    queryKey: ["deals", "sample", pipeline?.seq ?? null],
    staleTime: 5 * 60_000,
    select: toFacts,
    queryFn:
      wanted && client && isKnown
        ? ({ signal }) => {
            setRead(0);
            return sampleDeals(client, pipeline?.seq ?? null, signal, setRead);
          }
        : skipToken,
  });
  const error = query.error ?? (isKnown ? null : pipelines.error);
  const again = (): void => void (isKnown ? query.refetch() : pipelines.refetch());
  const shared = { deals: query.data ?? NONE, read, place: pipeline?.name ?? null, error, again };
  if (!wanted || client === null) return { ...shared, status: "off" };
  if (query.isFetching || (!isKnown && pipelines.isFetching)) return { ...shared, status: "reading" };
  if (error !== null) return { ...shared, status: "failed" };
  return { ...shared, status: isKnown ? "ready" : "unknown-place" };
}

/** What each run has of one real deal: the same place of every field's values. */
export function drawnFrom(deals: readonly Facts[], asked: readonly AskedField[]): [string, Distribution][] {
  return asked.map(({ field: { name } }) => [
    name,
    { type: "choice", values: deals.map((facts) => ({ value: readField(facts, name) })) },
  ]);
}

/** What real deals have in one field, for people: most frequent values, or the range of numbers. */
export type FieldSummary =
  | { kind: "numbers"; min: number; middle: number; max: number; missing: number }
  | { kind: "values"; values: { value: JsonValue; share: number }[]; others: number; missing: number };

const SHOWN = 4;

export function summaryOf(deals: readonly Facts[], { field }: AskedField): FieldSummary {
  const all = deals.map((facts) => readField(facts, field.name));
  const held = all.filter((value) => value !== null && value !== "");
  const missing = 1 - held.length / Math.max(1, all.length);
  const numbers = held.filter((value) => typeof value === "number").toSorted((a, b) => a - b);
  if (numbers.length > 0 && numbers.length === held.length) {
    const at = (place: number): number => numbers[Math.floor(place * (numbers.length - 1))] ?? 0;
    return { kind: "numbers", min: at(0), middle: at(0.5), max: at(1), missing };
  }
  const counts = new Map<string, { value: JsonValue; count: number }>();
  for (const value of held) {
    const key = JSON.stringify(value);
    counts.set(key, { value, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  const ordered = [...counts.values()].toSorted((a, b) => b.count - a.count);
  const share = (count: number): number => count / Math.max(1, all.length);
  return {
    kind: "values",
    values: ordered.slice(0, SHOWN).map(({ value, count }) => ({ value, share: share(count) })),
    others: share(ordered.slice(SHOWN).reduce((sum, { count }) => sum + count, 0)),
    missing,
  };
}
