import { FORMER } from "./former.ts";
import { FAILURES, type FailureCode } from "./table.ts";
import { templateOf, valuesIn, type Template, type Values } from "./template.ts";
import type { FailureWords } from "./words.ts";

/** One sentence that was found again. `code` is null for what only earlier versions wrote. */
export interface FoundFailure {
  readonly code: FailureCode | null;
  readonly words: FailureWords;
  readonly values: Values;
}

interface Known extends Omit<FoundFailure, "values"> {
  readonly template: Template;
}

const knownOf = (code: FailureCode | null, written: string, words: FailureWords): Known => ({
  code,
  words,
  template: templateOf(written),
});

/** Made when they are first needed. */
let tables: readonly (readonly Known[])[] | null = null;

/** What is written now is looked for alone at first: some of what was written before takes everything that follows. */
function knownTables(): readonly (readonly Known[])[] {
  if (tables !== null) return tables;
  const now = Object.entries(FAILURES).map(([code, words]) => knownOf(code as FailureCode, words.en, words));
  const before = FORMER.map(([written, words]) => knownOf(null, written, words));
  tables = [now, [...now, ...before]];
  return tables;
}

/** More than this was never stored. */
const LONGEST = 4000;

/** The sentences of a stored reason, in order; null where one of them is not known. */
export function readFailure(text: string): FoundFailure[] | null {
  if (text.length > LONGEST) return null;
  for (const table of knownTables()) {
    const found = readFrom(text, table, new Map());
    if (found !== null) return found;
  }
  return null;
}

/** The longest beginning that is a sentence goes first, so that one with others' words in it is not torn apart. */
function readFrom(
  text: string,
  table: readonly Known[],
  seen: Map<string, FoundFailure[] | null>,
): FoundFailure[] | null {
  const before = seen.get(text);
  if (before !== undefined) return before;
  for (const end of endsOf(text)) {
    const first = readSentence(text.slice(0, end), table);
    const rest = first === null ? null : end === text.length ? [] : readFrom(text.slice(end + 1), table, seen);
    if (first === null || rest === null) continue;
    const all = [first, ...rest];
    seen.set(text, all);
    return all;
  }
  seen.set(text, null);
  return null;
}

/** A reason has no more sentences; each end more is looked at once for every end before it. */
const MOST_ENDS = 16;

/** Where a sentence may end, the furthest first: not within what others said. */
function endsOf(text: string): number[] {
  const ends: number[] = [];
  for (const { 0: found, index } of text.matchAll(/“[^“”]*”|\.(?= )/g)) {
    if (found === ".") ends.unshift(index + 1);
    if (ends.length === MOST_ENDS) break;
  }
  return [text.length, ...ends];
}

function readSentence(text: string, table: readonly Known[]): FoundFailure | null {
  for (const { code, words, template } of table) {
    const values = valuesIn(text, template);
    if (values !== null) return { code, words, values };
  }
  return null;
}
