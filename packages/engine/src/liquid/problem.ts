/** What is wrong with a text's Liquid. `line` and `column` count from 1. */
export interface TemplateProblem {
  code: "liquid-syntax" | "unknown-filter" | "unknown-tag" | "liquid-limit" | "liquid-failed" | "unknown-variable";
  message: string;
  line: number;
  column: number;
  /** Of an unknown variable: what it is called, and at which character of the text it begins, from 0. */
  name?: string;
  begin?: number;
}

/** What ran out, LiquidJS tells in the words of programmers. */
export const TOO_MUCH = { code: "liquid-limit", message: "This text takes too much to fill in." } as const;

const POSITION = /, line:(\d+), col:(\d+)/;

/** Turns what LiquidJS threw into data. */
export function problemOf(thrown: unknown): TemplateProblem {
  const text = thrown instanceof Error ? (thrown.message.split("\n")[0] ?? "") : String(thrown);
  const position = POSITION.exec(text);
  const message = position ? text.slice(0, position.index) : text;
  const code = codeOf(thrown, message);
  return {
    code,
    message: code === TOO_MUCH.code ? TOO_MUCH.message : message,
    line: Number(position?.[1] ?? 1),
    column: Number(position?.[2] ?? 1),
  };
}

function codeOf(thrown: unknown, message: string): TemplateProblem["code"] {
  if (message.startsWith("undefined filter")) return "unknown-filter";
  if (/^tag ".*" not found$/.test(message)) return "unknown-tag";
  if (message.endsWith("limit exceeded") || isOverflow(thrown)) return "liquid-limit";
  const parsing = thrown instanceof Error && ["ParseError", "TokenizationError"].includes(thrown.name);
  return parsing ? "liquid-syntax" : "liquid-failed";
}

/** Blocks nested so deeply that the stack runs out. */
function isOverflow(thrown: unknown): boolean {
  const original = thrown instanceof Error && "originalError" in thrown ? thrown.originalError : thrown;
  return original instanceof RangeError;
}
