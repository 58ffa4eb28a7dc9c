import { scoreOf } from "../../ui/search/search.ts";

/** What a person is typing inside `{{ … }}`: the text from `from` up to the caret is the start of a variable. */
export interface Completion {
  from: number;
  typed: string;
}

/** The variable being typed at the caret; null outside `{{`, and once a filter follows the variable. */
export function completionAt(text: string, caret: number): Completion | null {
  const before = text.slice(0, caret);
  const open = before.lastIndexOf("{{");
  if (open < 0) return null;
  const inside = before.slice(open + 2);
  const typed = /^\s*([\p{L}\p{N}_. -]*)$/u.exec(inside)?.[1];
  return typed === undefined ? null : { from: open, typed };
}

/** The text with an expression (`{{ deal.name }}`) at the caret, in place of what was begun there; `caret` is where typing goes on. */
export function insertVariable(text: string, caret: number, expression: string): { text: string; caret: number } {
  const completion = completionAt(text, caret);
  const start = completion ? completion.from : caret;
  const rest = completion ? text.slice(caret).replace(/^[\p{L}\p{N}_. -]*\}\}/u, "") : text.slice(caret);
  const head = text.slice(0, start) + expression;
  return { text: head + rest, caret: head.length };
}

/**
 * The variables that fit what was typed, best first: by path or by label, whatever its case and accents. None once a
 * whole path is typed and left with a space.
 */
export function matching<T extends { name: string; label: string }>(variables: readonly T[], typed: string): T[] {
  if (typed.trim() === "") return [...variables];
  if (/\s$/.test(typed) && variables.some(({ name }) => name === typed.trim())) return [];
  const rank = ({ name, label }: T): number => Math.max(scoreOf(typed, name, false), scoreOf(typed, label, false));
  return variables
    .map((variable) => ({ variable, score: rank(variable) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ variable }) => variable);
}
