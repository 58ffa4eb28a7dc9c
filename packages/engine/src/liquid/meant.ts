import type { Field } from "../contract/fields.ts";
import { accessor } from "./variables.ts";

/** What people write for fields that are called otherwise. */
const CALLED: Readonly<Record<string, string>> = {
  "deal.title": "deal.name",
  "contact.name": "contact.displayName",
  "contact.fullName": "contact.displayName",
};

/** Longer names are no slips of the pen. */
const MAX_LENGTH = 64;
const MAX_SLIPS = 3;

/**
 * Finds the variable that a name most likely stands for, as a text writes it: of the catalogue's names the one that is
 * fewest slips away, at most one in four letters and three in all; null where none is that near.
 */
export function meantBy(fields: readonly Field[]): (name: string) => string | null {
  const known = new Map(Object.entries(CALLED));
  for (const field of fields) {
    const written = accessor(field);
    for (const name of [field.name, field.variable ?? field.name]) known.set(name, written);
  }
  const names = Array.from(known, ([name, written]) => ({ name: name.toLowerCase(), written }));
  return (name) => {
    if (name.length > MAX_LENGTH) return null;
    const typed = name.toLowerCase();
    let most = Math.min(MAX_SLIPS, Math.floor(typed.length / 4));
    let nearest: string | null = null;
    for (const each of names) {
      if (Math.abs(each.name.length - typed.length) > most) continue;
      const slips = slipsBetween(typed, each.name);
      if (slips > most) continue;
      nearest = each.written;
      most = slips - 1;
    }
    return nearest;
  };
}

/** Letters to add, leave out, change or swap with their neighbour (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  let twoAgo: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, (twoAgo[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [twoAgo, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
