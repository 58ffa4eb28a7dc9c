import { pointer, segmentsOf } from "../json/pointer.ts";

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
  const spans = spansOf(text, wanted(pointers));
  const lines = lineStarts(text);
  for (const path of pointers) {
    const span = nearest(path, spans);
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
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** The pointers and all that lies around them. */
function wanted(pointers: readonly string[]): ReadonlySet<string> {
  const paths = new Set([""]);
  for (const path of pointers) {
    const segments = segmentsOf(path);
    for (let length = 1; length <= segments.length; length += 1) paths.add(pointer(...segments.slice(0, length)));
  }
  return paths;
}

interface Open {
  path: string;
  start: number;
  /** The next position of a list; the key that is being read of an object. */
  index: number | null;
  key: string;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Walks through a text that is known to be JSON. Of equal keys the last counts, as in JSON.parse. */
function spansOf(text: string, paths: ReadonlySet<string>): Map<string, Span> {
  const spans = new Map<string, Span>();
  const open: Open[] = [];
  let isKey = false;
  const pathHere = () => {
    const parent = open.at(-1);
    return parent ? `${parent.path}${pointer(parent.index ?? parent.key)}` : "";
  };
  const keep = (path: string, start: number, end: number) => {
    if (paths.has(path)) spans.set(path, [start, end]);
  };
  for (const { 0: token, index: start } of text.matchAll(TOKEN)) {
    const parent = open.at(-1);
    const end = start + token.length;
    if (token === "{" || token === "[") {
      open.push({ path: pathHere(), start, index: token === "[" ? 0 : null, key: "" });
      isKey = token === "{";
    } else if (token === "}" || token === "]") {
      open.pop();
      if (parent) keep(parent.path, parent.start, end);
      isKey = false;
    } else if (token === ",") {
      if (parent?.index !== null && parent) parent.index += 1;
      isKey = parent?.index === null;
    } else if (token === ":") isKey = false;
    else if (isKey && parent) parent.key = String(JSON.parse(token));
    else keep(pathHere(), start, end);
  }
  return spans;
}

function nearest(path: string, spans: ReadonlyMap<string, Span>): Span | undefined {
  const segments = segmentsOf(path);
  for (let length = segments.length; length >= 0; length -= 1) {
    const span = spans.get(pointer(...segments.slice(0, length)));
    if (span) return span;
  }
  return undefined;
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
