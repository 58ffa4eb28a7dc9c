import { RESOURCES, type Route } from "@trilho/contract";
import type { FastifyInstance } from "fastify";
import { inTurns } from "../../background/in-turns.ts";
import { after, type Awaitable } from "../../security/awaitable.ts";
import { Pieces } from "./pieces.ts";

/** The part of JSON Schema by which answers are picked. */
interface Answer {
  type?: string | readonly string[];
  properties?: Record<string, Answer>;
  additionalProperties?: boolean | Answer;
  items?: Answer;
}

/** Leaves out of a value what its schema does not name. Answers the same value where nothing is to be left out. */
type Pick = (value: unknown) => unknown;

/**
 * From here on, answers hold what their schemas name and nothing else, whatever a handler returns. Nothing is turned
 * into another type on the way: what is wrong with an answer stays visible to whoever holds it to the contract.
 */
export function serialiseBySchema(app: FastifyInstance): void {
  app.setSerializerCompiler(({ schema }) => {
    const pick = pickOf(schema as Answer) ?? same;
    return (value) => JSON.stringify(pick(value));
  });
}

/** The schemas of a route's answers by status. */
export const responseSchemas = ({ success }: Route): Readonly<Record<string, object>> => ({
  ...(success.schema !== null && !success.binary && { [success.status]: success.schema }),
  "4xx": RESOURCES.ErrorBody,
  "5xx": RESOURCES.ErrorBody,
});

/** Writes a long list item by item, so that nobody else waits for all of it; null for what is quick to write as a whole. */
export type ListWriter = (envelope: unknown) => Awaitable<Pieces> | null;

/** A list that is worth it: from here on, writing takes some milliseconds. */
const LONG_LIST = 256 * 1024;

/** The writer of a route's answers; null where no item can be large, so that none is weighed. */
export function listWriter({ success }: Route): ListWriter | null {
  const shape = (success.schema as Answer | null)?.properties?.["data"];
  const list = shape?.properties?.["items"] ?? shape;
  if (success.binary || list?.items === undefined || !mayBeLarge(list.items)) return null;
  const pick = pickOf(list.items) ?? same;
  const rest = pickOf(success.schema as Answer) ?? same;
  return (envelope) => {
    const { data: held, ...others } = envelope as { data: unknown[] | { items: unknown[] } };
    const items = Array.isArray(held) ? held : held.items;
    if (weigh(items, LONG_LIST) >= 0) return null;
    const none: unknown[] = [];
    const data = Array.isArray(held) ? none : Object.assign({ items: none }, held, { items: none });
    const bare = rest({ data, ...others });
    return after(
      inTurns(items, (item) => Buffer.from(JSON.stringify(pick(item)))),
      (written) => inserted(JSON.stringify(bare), written),
    );
  };
}

/** Puts a list's items where none are yet: the first thing that is written. */
function inserted(bare: string, items: readonly Buffer[]): Pieces {
  const at = bare.indexOf("[") + 1;
  const comma = Buffer.from(",");
  const listed = items.flatMap((item, index) => (index === 0 ? [item] : [comma, item]));
  return new Pieces([Buffer.from(bare.slice(0, at)), ...listed, Buffer.from(bare.slice(at))]);
}

/** Whether a schema lets any JSON through somewhere (a graph's configs, what a webhook sent) or holds a list of objects (a cadence's steps). */
function mayBeLarge({ properties = {}, additionalProperties, items }: Answer): boolean {
  if (additionalProperties === true || items?.properties !== undefined) return true;
  const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
  return [...Object.values(properties), items, others].some((part) => part !== undefined && mayBeLarge(part));
}

/** What is left of so many characters once a value is written; not looked at any further once nothing is. */
function weigh(value: unknown, left: number): number {
  if (typeof value === "string") return left - value.length;
  if (typeof value !== "object" || value === null) return left - 8;
  let rest = left;
  const parts = value as Record<string, unknown>;
  for (const key in parts) {
    rest = weigh(parts[key], rest - 8);
    if (rest < 0) break;
  }
  return rest;
}

const same: Pick = (value) => value;

/** Keywords that would need a choice between schemas; silently letting everything through would defeat the purpose. */
const CHOICES = ["anyOf", "oneOf", "allOf", "not", "$ref", "patternProperties"];

/** Null where the schema names everything. */
function pickOf(schema: Answer): Pick | null {
  const choice = CHOICES.find((keyword) => Object.hasOwn(schema, keyword));
  if (choice !== undefined) throw new Error(`Answers cannot be picked by schemas with ${choice}`);
  const ofObject = objectPick(schema);
  const ofList = schema.items === undefined ? null : listPick(schema.items);
  if (ofObject === null || ofList === null) return ofObject ?? ofList;
  return (value) => (Array.isArray(value) ? ofList(value) : ofObject(value));
}

function objectPick({ properties, additionalProperties }: Answer): Pick | null {
  if (additionalProperties === true) return null;
  if (properties === undefined && additionalProperties === undefined) return null;
  const known = new Map(Object.entries(properties ?? {}).map(([key, part]) => [key, pickOf(part)]));
  const others = typeof additionalProperties === "object" ? pickOf(additionalProperties) : undefined;
  if (properties === undefined && others === null) return null;
  const pickFor = (key: string): Pick | null | undefined => {
    const pick = known.get(key);
    return pick === undefined ? others : pick;
  };
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const parts = value as Record<string, unknown>;
    for (const key in parts) {
      const pick = pickFor(key);
      if (pick === null) continue;
      if (pick === undefined) return picked(parts, pickFor);
      const part = parts[key];
      if (pick(part) !== part) return picked(parts, pickFor);
    }
    return value;
  };
}

/** Builds anew, so that `__proto__` stays a key like any other. */
const picked = (parts: object, pickFor: (key: string) => Pick | null | undefined): object =>
  Object.fromEntries(
    Object.entries(parts).flatMap(([key, part]) => {
      const pick = pickFor(key);
      return pick === undefined ? [] : [[key, pick === null ? part : pick(part)]];
    }),
  );

function listPick(items: Answer): Pick | null {
  const pick = pickOf(items);
  if (pick === null) return null;
  return (value) => {
    if (!Array.isArray(value)) return value;
    return value.some((item) => pick(item) !== item) ? value.map(pick) : value;
  };
}
