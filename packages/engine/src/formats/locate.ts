import { segmentsOf } from "../json/pointer.ts";

/** A stretch of a text. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface TextRegion {
  startLine: number;
  startColumn: number;
  endLine: number;
  endColumn: number;
}

/**
 * Where the values of JSON Pointers stand in a JSON text. A pointer to something that is not there gives the nearest
 * value around it. Text that is no JSON gives nothing.
 *
 * @example
 * ```ts
 * import { locate } from "@trilho/engine/formats";
 *
 * locate('{\n  "nodes": []\n}', ["/nodes"]).get("/nodes"); // { startLine: 2, startColumn: 12, endLine: 2, endColumn: 14 }
 * ```
 */
export function locate(text: string, pointers: readonly string[]): Map<string, TextRegion> {
  const found = new Map<string, TextRegion>();
  if (!isJson(text)) return found;
  const root: Wanted = { inner: new Map(), span: null };
  const ways = pointers.map((path) => [path, wayTo(root, path)] as const);
  findSpans(text, root);
  const lines = lineStarts(text);
  for (const [path, way] of ways) {
    const span = way.findLast((place) => place.span !== null)?.span;
    if (span) found.set(path, toRegion(span, lines));
  }
  return found;
}

type Span = readonly [start: number, end: number];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    // Nested so deeply that the stack runs out.
    if (error instanceof SyntaxError || error instanceof RangeError) return false;
    throw error;
  }
}

/** A place that is looked for, with those within it. */
interface Wanted {
  readonly inner: Map<string, Wanted>;
  span: Span | null;
}

/** Pointers that go deeper than this are told by what lies around them. */
const DEEPEST = 200;

/** The places from the whole text to a pointer's. */
function wayTo(root: Wanted, path: string): Wanted[] {
  const way = [root];
  let here = root;
  for (const segment of segmentsOf(path).slice(0, DEEPEST)) {
    const next: Wanted = here.inner.get(String(segment)) ?? { inner: new Map(), span: null };
    here.inner.set(String(segment), next);
    way.push(next);
    here = next;
  }
  return way;
}

interface Open {
  /** Null where nothing within is looked for. */
  place: Wanted | null;
  start: number;
  /** The next position of a list; the key that is being read of an object. */
  index: number | null;
  key: string;
}

const BEGINNING = /["{}[\],:]|[^\s{}[\],:"]+/g;

/** The tokens of a text that is known to be JSON. A regular expression over long texts would use up the stack. */
function* tokensOf(text: string): Generator<readonly [token: string, start: number]> {
  const beginning = new RegExp(BEGINNING);
  for (let match = beginning.exec(text); match !== null; match = beginning.exec(text)) {
    const { 0: token, index: start } = match;
    if (token === '"') beginning.lastIndex = endOfText(text, start);
    yield [token === '"' ? text.slice(start, beginning.lastIndex) : token, start];
  }
}

/** After the quote that ends a text: the first with an even number of backslashes before it. */
function endOfText(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === "\\") before -= 1;
    if ((quote - before) % 2 === 0) return quote + 1;
  }
  return text.length;
}

/** Walks through a text that is known to be JSON. Of equal keys the last counts, as in JSON.parse. */
function findSpans(text: string, root: Wanted): void {
  const open: Open[] = [];
  let isKey = false;
  const placeHere = (): Wanted | null => {
    const parent = open.at(-1);
    return parent ? (parent.place?.inner.get(String(parent.index ?? parent.key)) ?? null) : root;
  };
  for (const [token, start] of tokensOf(text)) {
    const parent = open.at(-1);
    const end = start + token.length;
    if (token === "{" || token === "[") {
      open.push({ place: placeHere(), start, index: token === "[" ? 0 : null, key: "" });
      isKey = token === "{";
    } else if (token === "}" || token === "]") {
      open.pop();
      if (parent?.place) parent.place.span = [parent.start, end];
      isKey = false;
    } else if (token === ",") {
      if (parent?.index !== null && parent) parent.index += 1;
      isKey = parent?.index === null;
    } else if (token === ":") isKey = false;
    else if (isKey && parent) parent.key = parent.place === null ? "" : String(JSON.parse(token));
    else {
      const place = placeHere();
      if (place) place.span = [start, end];
    }
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function toRegion([start, end]: Span, lines: readonly number[]): TextRegion {
  const [startLine, startColumn] = placeOf(start, lines);
  const [endLine, endColumn] = placeOf(end, lines);
  return { startLine, startColumn, endLine, endColumn };
}

function placeOf(offset: number, lines: readonly number[]): [line: number, column: number] {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((lines[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return [low + 1, offset - (lines[low] ?? 0) + 1];
}
