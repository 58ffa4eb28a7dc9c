/** One token of JSON with the blanks before it: a string, a punctuation mark, or another literal. */
const TOKEN =
  /[\t\n\r ]*(?:("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|([{}[\],:])|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

type Expected = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end";

/** Where text stops being JSON: line and column, from 1. The runtime's own message tells this only sometimes. */
export function findSyntaxError(text: string): { line: number; column: number } {
  const before = text.slice(0, scan(text)).split("\n");
  return { line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

/** The offset of the first token that cannot stand where it does. */
function scan(text: string): number {
  const open: ("{" | "[")[] = [];
  let expected: Expected | "nothing" = "value";
  let offset = 0;
  for (;;) {
    TOKEN.lastIndex = offset;
    const match = TOKEN.exec(text);
    const start = offset + (/^[\t\n\r ]*/.exec(text.slice(offset))?.[0].length ?? 0);
    if (match === null) return start;
    const next = follow(expected, { text: match[2] ?? "literal", isString: match[1] !== undefined }, open);
    if (next === null) return start;
    expected = next;
    offset = TOKEN.lastIndex;
  }
}

/** What may follow this token, or null when it may not stand here. Keeps `open`, the brackets around the place. */
function follow(
  expected: Expected | "nothing",
  token: { text: string; isString: boolean },
  open: ("{" | "[")[],
): Expected | "nothing" | null {
  const { text, isString } = token;
  const takesValue = expected === "value" || expected === "value or ]";
  const closed = (): Expected | "nothing" => (open.length === 0 ? "nothing" : ", or end");
  if ((text === "{" || text === "[") && takesValue) {
    open.push(text);
    return text === "{" ? "key or }" : "value or ]";
  }
  const mayClose = expected === ", or end" || expected === (text === "}" ? "key or }" : "value or ]");
  if ((text === "}" || text === "]") && mayClose) {
    return open.pop() === (text === "}" ? "{" : "[") ? closed() : null;
  }
  if (text === "literal" && takesValue) return closed();
  if (isString && (expected === "key" || expected === "key or }")) return ":";
  if (text === ":" && expected === ":") return "value";
  if (text === "," && expected === ", or end") return open.at(-1) === "{" ? "key" : "value";
  return null;
}
