import { plainText } from "../../i18n/plain-text.ts";

/** What a person is typing inside `{{ … }}`: the text from `from` up to the caret is the start of a variable. */
export interface Completion {
  from: number;
  typed: string;
}

/** The variable being typed at the caret; null outside `{{`, and once a filter or a space follows the variable. */
export function completionAt(text: string, caret: number): Completion | null {
  const before = text.slice(0, caret);
  const open = before.lastIndexOf("{{");
  if (open < 0) return null;
  const inside = before.slice(open + 2);
  const typed = /^\s*([\p{L}\p{N}_.-]*)$/u.exec(inside)?.[1];
  return typed === undefined ? null : { from: open, typed };
}

/** The text with an expression (`{{ deal.name }}`) at the caret, in place of what was begun there; `caret` is where typing goes on. */
export function insertVariable(text: string, caret: number, expression: string): { text: string; caret: number } {
  const completion = completionAt(text, caret);
  const start = completion ? completion.from : caret;
  const rest = completion ? text.slice(caret).replace(/^[\p{L}\p{N}_.-]*\s*\}\}/u, "") : text.slice(caret);
  const head = text.slice(0, start) + expression;
  return { text: head + rest, caret: head.length };
}

/** The variables that fit what was typed: by name or label, those that begin with it first. */
export function matching<T extends { name: string; label: string }>(variables: readonly T[], typed: string): T[] {
  const wanted = plainText(typed);
  const rank = ({ name, label }: T): number => {
    if (plainText(name).startsWith(wanted)) return 0;
    const inside = plainText(`${name} ${label}`).includes(wanted);
    return inside ? 1 : 2;
  };
  return variables.filter((variable) => rank(variable) < 2).toSorted((one, other) => rank(one) - rank(other));
}
