import { scoreOf } from "../../ui/search/search.ts";

/** What a person is typing: the text from `from` up to the caret is the start of a variable. */
export interface Completion {
  from: number;
  typed: string;
}

/**
 * The variable being typed at the caret: behind `{{`, until a filter follows it, or behind `asked`, where somebody asked
 * for the list. Null elsewhere.
 */
export function completionAt(text: string, caret: number, asked: number | null = null): Completion | null {
  const before = text.slice(0, caret);
  const open = before.lastIndexOf("{{");
  const typed = open < 0 ? undefined : /^\s*([\p{L}\p{N}_. -]*)$/u.exec(before.slice(open + 2))?.[1];
  if (typed !== undefined) return { from: open, typed };
  return asked === null || caret < asked ? null : { from: asked, typed: before.slice(asked) };
}

/** The text with an expression (`{{ deal.name }}`) at the caret, in place of what was begun there, or since `asked`; `caret` is where typing goes on. */
export function insertVariable(text: string, caret: number, expression: string, asked: number | null = null) {
  const completion = completionAt(text, caret, asked);
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
