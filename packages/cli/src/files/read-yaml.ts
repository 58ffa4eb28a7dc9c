import { isObject } from "@trilho/engine";
import type { JsonValue } from "@trilho/engine";
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import type { Document, Node, Pair } from "yaml";
import type { TextPlace } from "../source.ts";

/** Longer files are no automations: 50 steps need a tenth of it. */
const MOST_CHARACTERS = 2_000_000;
/** What stands for something written elsewhere in the file, counted with what it stands for. */
const MOST_ALIASES = 100;

/** A YAML (or JSON) text with what it says and where. */
export interface ReadYaml {
  readonly document: Document;
  readonly value: JsonValue;
  /** Where the value at a JSON Pointer, or the nearest around it, stands. */
  readonly placeOf: (pointer: string) => TextPlace;
}

/** A text that is no YAML, or more of it than is read. */
export class YamlError extends Error {
  readonly place: TextPlace;

  constructor(message: string, place: TextPlace) {
    super(message);
    this.place = place;
  }
}

const START: TextPlace = { line: 1, column: 1 };

/** Reads YAML 1.2, which JSON is too: one document of plain values, no key twice. Throws `YamlError`. */
export function readYaml(text: string): ReadYaml {
  if (text.length > MOST_CHARACTERS) throw new YamlError(`has more than ${MOST_CHARACTERS} characters`, START);
  const lines = new LineCounter();
  try {
    const document = parseDocument(text.replace(/^\uFEFF/, ""), { lineCounter: lines, prettyErrors: false });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw new YamlError(problem.message, placeAt(lines, problem.pos[0]));
    const value = document.toJS({ maxAliasCount: MOST_ALIASES }) as unknown;
    const odd = oddIn(document.contents);
    if (odd) throw new YamlError("is no value that JSON has", placeAt(lines, odd.range?.[0] ?? 0));
    return {
      document,
      value: value as JsonValue,
      placeOf: (pointer) => placeAt(lines, offsetOf(document, segmentsOf(pointer))),
    };
  } catch (error) {
    if (error instanceof YamlError) throw error;
    // Aliases that stand for too much are a ReferenceError, too many levels a RangeError.
    if (error instanceof ReferenceError || error instanceof RangeError) throw new YamlError(tooMuch(error), START);
    throw error;
  }
}

const tooMuch = (error: Error): string =>
  error instanceof RangeError ? "is nested too deeply" : `cannot be read: ${error.message}`;

/** The first value that JSON cannot carry: endless numbers, binary data, keys that are no text. */
function oddIn(node: unknown): Node | null {
  if (isMap(node)) {
    for (const { key, value } of node.items as Pair<Node, unknown>[]) {
      if (!isScalar(key) || typeof key.value === "object") return key;
      const odd = oddIn(value);
      if (odd) return odd;
    }
  } else if (isSeq(node)) {
    for (const item of node.items) {
      const odd = oddIn(item);
      if (odd) return odd;
    }
  } else if (isScalar(node)) {
    const { value } = node;
    if (typeof value === "number" ? !Number.isFinite(value) : typeof value === "object" && value !== null) return node;
  }
  return null;
}

const segmentsOf = (pointer: string): string[] =>
  pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

/** Of a key of a map, where the key stands: what it holds may begin a line below. */
function offsetOf(document: Document, segments: readonly string[]): number {
  let node: unknown = document.contents;
  let offset = isSeq(node) || isMap(node) ? (node.range?.[0] ?? 0) : 0;
  for (const segment of segments) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === segment);
      if (!pair) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(segment)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}

function placeAt(lines: LineCounter, offset: number): TextPlace {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), column: Math.max(1, col) };
}

/** The object that a file holds. Throws `YamlError` where it holds something else. */
export function objectIn({ value }: ReadYaml): { [key: string]: JsonValue } {
  if (!isObject(value)) throw new YamlError("must hold keys with their values", START);
  return value;
}
