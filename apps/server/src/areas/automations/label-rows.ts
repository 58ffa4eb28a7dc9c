import { MAX_LABELS } from "@trilho/contract";
import { foldCase } from "../../platform/database/columns.ts";

const keyOf = (label: string): string => foldCase(label.trim());

/** Labels without some and with others, each once whatever its case; null when they would be too many. */
export function withLabels(
  labels: readonly string[],
  added: readonly string[] = [],
  removed: readonly string[] = [],
): string[] | null {
  const gone = new Set(removed.map(keyOf));
  const kept = new Map(labels.filter((label) => !gone.has(keyOf(label))).map((label) => [keyOf(label), label]));
  for (const label of added) if (!kept.has(keyOf(label))) kept.set(keyOf(label), label.trim());
  return kept.size > MAX_LABELS && kept.size > labels.length ? null : [...kept.values()];
}
