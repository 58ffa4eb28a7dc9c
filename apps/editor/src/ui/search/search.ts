/** A text as it is compared: lower case, without accents. */
export const folded = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();

/**
 * How well what was typed fits a text; 0 when it does not. Every typed word must be found: best as the beginning of the
 * text, then of a word, then inside one, at last as letters in order ("wts" finds "Send WhatsApp"),
 * where that is wanted.
 */
export function scoreOf(typed: string, text: string, fuzzy = true): number {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const within = folded(text);
  let sum = 0;
  for (const word of words) {
    const score = wordScore(word, within, fuzzy);
    if (score === 0) return 0;
    sum += score;
  }
  // Of two texts that fit alike, the shorter one is meant.
  return words.length === 0 ? 0 : sum / words.length + 1 / (1 + within.length);
}

const LETTERS_IN_ORDER = 10;

function wordScore(word: string, within: string, fuzzy: boolean): number {
  const at = within.indexOf(word);
  if (at === 0) return 100;
  if (at > 0) return startsWord(within, word) ? 80 : 50;
  return fuzzy && word.length > 1 && inOrder(word, within) ? LETTERS_IN_ORDER : 0;
}

function startsWord(within: string, word: string): boolean {
  for (let at = within.indexOf(word); at >= 0; at = within.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(within.charAt(at - 1))) return true;
  }
  return false;
}

/** The first letter begins a word, and the rest follow within a stretch not much longer than what was typed. */
function inOrder(letters: string, within: string): boolean {
  for (const { index: start } of within.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)) {
    let at = start;
    let matched = 0;
    while (at < within.length && matched < letters.length && at - start < letters.length * 5) {
      if (within.charAt(at) === letters.charAt(matched)) matched += 1;
      else if (matched === 0) break;
      at += 1;
    }
    if (matched === letters.length) return true;
  }
  return false;
}

export interface Findable {
  label: string;
  /** Words it is found by as well, and less so: its section, what it does. */
  more?: string;
}

const LESS = 0.4;

/** What fits, best first; equals stay in order. */
export function search<Item extends Findable>(items: readonly Item[], typed: string): Item[] {
  return items
    .map((item) => {
      const score = Math.max(
        scoreOf(typed, item.label),
        LESS * scoreOf(typed, `${item.label} ${item.more ?? ""}`, false),
      );
      return { item, score };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
