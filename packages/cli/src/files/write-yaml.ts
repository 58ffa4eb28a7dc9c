import { isDeepStrictEqual } from "node:util";
import { isObject } from "@trilho/engine";
import type { JsonObject, JsonValue } from "@trilho/engine";
import { Document, isMap, isNode, isScalar, isSeq, parseDocument, visit } from "yaml";
import type { Node, YAMLMap, YAMLSeq } from "yaml";

/** Lists whose small members stand in one line. */
const IN_LINES: ReadonlySet<string> = new Set(["edges", "rules", "buttons", "exits", "stages", "tags", "options"]);
const MOST_IN_A_LINE = 110;
const OPTIONS = { lineWidth: 0, minContentWidth: 0 } as const;

/** What a value stands beside, where its text alone would not tell what is meant. By JSON Pointer. */
export type Comments = ReadonlyMap<string, string>;

/**
 * The text that says `value`: a new one, or `existing` with what differs put in, so that comments, order and quotes stay.
 * `head` is the comment above a new one.
 */
export function writeYaml(value: JsonObject, existing: string | null, head: string, comments: Comments): string {
  const document = existing === null ? new Document({}) : withoutAliases(parseDocument(existing), value);
  if (existing === null) document.commentBefore = head;
  document.contents = merged(document, document.contents, value, "");
  for (const [pointer, comment] of comments) {
    const node = document.getIn(pointer.split("/").slice(1), true);
    if (isScalar(node) && !node.comment) node.comment = ` ${comment}`;
  }
  return document.toString(OPTIONS);
}

/** What stands for something elsewhere would change with it: a document that is changed says it in full. */
function withoutAliases(document: Document, value: JsonObject): Document {
  if (isDeepStrictEqual(document.toJS(), value)) return document;
  visit(document, { Alias: (_, alias) => document.createNode(alias.resolve(document)?.toJS(document)) as Node });
  return document;
}

function merged(document: Document, node: unknown, value: JsonValue, key: string): Node {
  if (isNode(node) && isDeepStrictEqual(node.toJS(document), value)) return node;
  if (isMap(node) && isObject(value)) return mergedMap(document, node, value);
  if (isSeq(node) && Array.isArray(value)) return mergedList(document, node, value, key);
  if (isScalar(node) && !isObject(value) && !Array.isArray(value)) {
    node.value = value;
    delete node.source;
    delete node.format;
    return node;
  }
  return created(document, value, key);
}

function mergedMap(document: Document, map: YAMLMap, value: JsonObject): Node {
  map.items = map.items.filter(({ key }) => isScalar(key) && Object.hasOwn(value, String(key.value)));
  for (const [name, item] of Object.entries(value)) {
    const pair = map.items.find(({ key }) => isScalar(key) && String(key.value) === name);
    if (pair) pair.value = merged(document, pair.value, item, name);
    else map.add(document.createPair(name, created(document, item, name)));
  }
  return map;
}

function mergedList(document: Document, list: YAMLSeq, value: readonly JsonValue[], key: string): Node {
  const left = [...list.items];
  const take = (item: JsonValue, index: number): unknown => {
    const same = left.findIndex((node) => isNode(node) && isSame(node.toJS(document), item));
    const at = same >= 0 ? same : isNamed(item) || left[index] !== list.items[index] ? -1 : index;
    return at < 0 ? undefined : left.splice(at, 1, undefined)[0];
  };
  const [first] = left;
  if (list.commentBefore && isNode(first)) {
    // What stands above the first member is taken for the list's: it goes where the member goes.
    first.commentBefore = list.commentBefore;
    delete list.commentBefore;
  }
  list.items = value.map((item, index) => merged(document, take(item, index), item, key));
  return list;
}

/** What a member of a list goes by, so that it is the same one when it changes or its place does. */
const NAMES = ["id", "slug", "name"] as const;
const isNamed = (item: unknown): boolean => isObject(item) && NAMES.some((name) => name in item);

function isSame(one: unknown, other: JsonValue): boolean {
  if (!isObject(one) || !isObject(other)) return isDeepStrictEqual(one, other);
  const name = NAMES.find((each) => each in other);
  return name === undefined ? isDeepStrictEqual(one, other) : one[name] === other[name];
}

function created(document: Document, value: JsonValue, key: string): Node {
  const node = document.createNode(value) as Node;
  const inLines = (list: YAMLSeq, name: string) => list.items.forEach((item) => putInLine(document, item, name));
  if (isSeq(node)) inLines(node, key);
  visit(node, {
    Pair: (_, { key: name, value: list }) => {
      if (isScalar(name) && isSeq(list)) inLines(list, String(name.value));
    },
  });
  putInLine(document, node, key);
  return node;
}

function putInLine(document: Document, node: unknown, key: string): void {
  if (!IN_LINES.has(key) || !isMap(node) || !node.items.every(({ value }) => isScalar(value))) return;
  node.flow = JSON.stringify(node.toJS(document)).length <= MOST_IN_A_LINE;
}
