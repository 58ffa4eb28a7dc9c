import type { Automation } from "@trilho/api-client";

export const STATE_FILTERS = ["all", "on", "off"] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

/** An automation and everything a search looks through. */
export interface Row {
  automation: Automation;
  trigger: string;
  scope: string;
  scopeColor: string | null;
}

/** Lower case without accents, so that "negociacao" finds "Negociação". */
const plain = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase();

/** Rows that hold every word of `search` and are in the wanted state. */
export function filterRows(rows: readonly Row[], search: string, state: StateFilter): Row[] {
  const words = plain(search).split(/\s+/).filter(Boolean);
  return rows.filter(({ automation, trigger, scope }) => {
    if (state !== "all" && automation.enabled !== (state === "on")) return false;
    const text = plain(`${automation.name} ${trigger} ${scope}`);
    return words.every((word) => text.includes(word));
  });
}
