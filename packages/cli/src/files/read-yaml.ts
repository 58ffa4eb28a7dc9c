import { isObject } from "@trilho/engine";
import type { JsonValue } from "@trilho/engine";
import { isAlias, isMap, isPair, isScalar, isSeq, Lexer, LineCounter, Parser, parseDocument } from "yaml";
import type { Document, Node } from "yaml";

/** Where a value stands in a file; both count from 1. */
export interface TextPlace {
  line: number;
  column: number;
}

/** Longer files are no automations: 50 steps need a tenth of it. */
const MOST_CHARACTERS = 2_000_000;
/** Deeper ones would end the program: what reads them goes down with them. The engine reads as deep. */
const MOST_LEVELS = 256;
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
  if (isTooDeep(text)) throw new YamlError(`has more than ${MOST_LEVELS} levels`, START);
  try {
    const document = parseDocument(text.replace(/^\uFEFF/, ""), { lineCounter: lines, prettyErrors: false });
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw new YamlError(problem.message, placeAt(lines, problem.pos[0]));
    const odd = oddIn(document.contents);
    if (odd) throw new YamlError("is no value that JSON has", placeAt(lines, odd.range?.[0] ?? 0));
    return {
      document,
      value: document.toJS({ maxAliasCount: MOST_ALIASES }) as JsonValue,
      placeOf: (pointer) => placeAt(lines, offsetOf(document, segmentsOf(pointer))),
    };
  } catch (error) {
    if (error instanceof YamlError) throw error;
    // Aliases that stand for too much.
    if (error instanceof ReferenceError) throw new YamlError(`cannot be read: ${error.message}`, START);
    throw error;
  }
}

/** Looked for before anything is built, and given up at the first level that is too deep. */
function isTooDeep(text: string): boolean {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    Array.from(parser.next(lexeme));
    if (parser.stack.length > MOST_LEVELS) return true;
  }
  return false;
}

const PLAIN_TAG = /^tag:yaml\.org,2002:(?:map|seq|str|int|float|bool|null)$/;

/**
 * The first value that JSON cannot carry: endless numbers, binary data, sets, keys that are no text, and what stands for
 * something that it is in itself. `open` are the anchors around it.
 */
function oddIn(node: unknown, open: readonly string[] = []): Node | null {
  if (isAlias(node)) return open.includes(node.source) ? node : null;
  if (!isMap(node) && !isSeq(node) && !isScalar(node)) return null;
  if (node.tag !== undefined && !PLAIN_TAG.test(node.tag)) return node;
  if (isScalar(node)) return isOdd(node.value) ? node : null;
  const inside = node.anchor === undefined ? open : [...open, node.anchor];
  for (const item of node.items) {
    if (isPair(item) && (!isScalar(item.key) || isOdd(item.key.value))) return item.key as Node;
    const odd = oddIn(isPair(item) ? item.value : item, inside);
    if (odd) return odd;
  }
  return null;
}

const isOdd = (value: unknown): boolean =>
  typeof value === "number" ? !Number.isFinite(value) : typeof value === "object" && value !== null;

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
