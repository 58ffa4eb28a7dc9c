import type { Schema, UnknownPolicy } from "@trilho/contract";
import * as fc from "fast-check";
import { fastify } from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { createQueryReader, type FlatQuery, type ShapedQuery } from "./query.ts";

const texts = { type: "array", items: { type: "string" } };
const textOrTexts = { type: ["string", "array"], items: { type: "string" } };
const range = { type: ["string", "object"], properties: { from: { type: "string" }, to: { type: "string" } } };
const SCHEMA = {
  type: "object",
  properties: {
    ids: texts,
    search: { type: ["string", "null"] },
    custom: { type: "object", additionalProperties: textOrTexts },
    ranges: { type: "object", additionalProperties: range },
  },
} as unknown as Schema;

const readers = { ignore: createQueryReader(SCHEMA, "ignore"), reject: createQueryReader(SCHEMA, "reject") };
let shaped: ShapedQuery;
const app = fastify();
app.get<{ Querystring: FlatQuery; Params: { unknown: UnknownPolicy } }>("/:unknown", (request, reply) => {
  shaped = readers[request.params.unknown](request.query);
  reply.send();
});
afterAll(() => app.close());

/** What a query becomes once the framework's own parser read it. */
async function read(text: string, unknown: UnknownPolicy = "ignore"): Promise<ShapedQuery> {
  await app.inject(`/${unknown}?${text}`);
  return shaped;
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("a query", () => {
  it.each<[spelling: string, text: string, expected: object]>([
    ["a list, repeated", "ids=a&ids=b", { ids: ["a", "b"] }],
    ["a list by commas", "ids=a,%20b%2Cc,", { ids: ["a", "b", "c"] }],
    ["a list in brackets", "ids[]=a&ids%5B%5D=b", { ids: ["a", "b"] }],
    ["a list by index", "ids[1]=b&ids[0]=a&ids[10]=c", { ids: ["a", "b", "c"] }],
    ["a list of one", "ids=a", { ids: ["a"] }],
    ["a list of nothing", "ids=", {}],
    ["a list in several spellings", "ids[0]=c&ids[]=b&ids=a", { ids: ["b", "a", "c"] }],
    ["one text, its commas kept", "search=a,b+c", { search: "a,b c" }],
    ["texts by key, commas kept", "custom[size]=a,b", { custom: { size: ["a,b"] } }],
    ["texts by key, repeated", "custom[size]=a&custom[size]=b", { custom: { size: ["a", "b"] } }],
    ["texts by key, in brackets", "custom%5Bsize%5D%5B%5D=a&custom[size][]=b", { custom: { size: ["a", "b"] } }],
    ["texts by key, by index", "custom[size][1]=b&custom[size][0]=a", { custom: { size: ["a", "b"] } }],
    ["a blank text by key", "custom[size]=", { custom: { size: [""] } }],
    ["objects by key", "ranges[closes][from]=1&ranges[closes][to]=2", { ranges: { closes: { from: "1", to: "2" } } }],
    ["an object by key as a text", "ranges[closes]=1/2", { ranges: { closes: "1/2" } }],
    ["keys that objects have anyway", "custom[constructor]=a&constructor=b", { custom: { constructor: ["a"] } }],
    ["parts that nobody knows", "x=1&y[z]=2&y[=3&search.by=4&customs[a]=5&]ids[=6&search.x]=7", {}],
    ["nothing", "", {}],
  ])("with %s", async (_, text, expected) => {
    const { query, problems } = await read(text);
    expect(problems).toEqual([]);
    expect(plain(query)).toEqual(expected);
  });

  it.each<[why: string, text: string, field: string, message: string]>([
    ["one text twice", "search=a&search=b", "search", "is given more than once"],
    ["one text as a list", "search[]=a", "search", "takes one value, without brackets"],
    ["one text in two spellings", "search=a&search[x]=b", "search", "takes one value, without brackets"],
    ["a list as an object", "ids[from]=a", "ids", "is a list, not an object"],
    ["a list that is also an object", "ids=a&ids[from]=b", "ids", "is a list, not an object"],
    ["a list of lists", "ids[0][1]=a", "ids", "is a list, not an object"],
    ["an object as a text", "custom=a&custom[x]=b", "custom", "is an object: write custom[key]=value"],
    ["an object as a list", "ranges[]=a", "ranges", "is an object: write ranges[key]=value"],
    [
      "a part as a text and by key",
      "ranges[x]=a&ranges[x][to]=b",
      "ranges[x]",
      "is an object: write ranges[x][key]=value",
    ],
    ["a part as a text twice", "ranges[x]=a&ranges[x]=b", "ranges[x]", "is given more than once"],
    ["a part that there is none of", "ranges[x][below]=a", "ranges[x][below]", "is not known here"],
    ["an object with a bracket too few", "custom[size=a", "custom", "is an object: write custom[key]=value"],
    ["an object with a bracket too many", "custom[size]]=a", "custom", "is an object: write custom[key]=value"],
    ["an object with more after its bracket", "custom[size]x=a", "custom", "is an object: write custom[key]=value"],
    ["an object with a dot", "custom.size=a", "custom", "is an object: write custom[key]=value"],
    ["an object with a dot and brackets", "ranges.x[to]=a", "ranges", "is an object: write ranges[key]=value"],
    ["a list with a bracket too few", "ids[=a", "ids", "is a list, not an object"],
    ["one text with a bracket too few", "search[=a", "search", "takes one value, without brackets"],
    ["a part twice", "ranges[x][to]=a&ranges[x][to]=b", "ranges[x][to]", "is given more than once"],
  ])("that gives %s is told so", async (_, text, field, message) => {
    expect((await read(text)).problems).toContainEqual({ field, message });
  });

  it("keeps what it does not know where that is refused", async () => {
    expect(plain((await read("x=1&y[z]=2&ids=a", "reject")).query)).toEqual({ x: "1", "y[z]": "2", ids: ["a"] });
  });

  it("takes __proto__ as a key and changes no object by it", async () => {
    const { query } = await read("custom[__proto__]=a&__proto__=b&ranges[__proto__][from]=c");
    expect(Object.keys(query["custom"] as object)).toEqual(["__proto__"]);
    expect(Object.keys(query["ranges"] as object)).toEqual(["__proto__"]);
    expect(({} as Record<string, unknown>)["from"]).toBeUndefined();
  });
});

const repeated = (name: string, items: string[]) => items.map((item) => [name, item]);
const bracketed = (name: string, items: string[]) => items.map((item) => [`${name}[]`, item]);
const indexed = (name: string, items: string[]) => items.map((item, index) => [`${name}[${index}]`, item]).toReversed();

describe("any query in any spelling", () => {
  const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 });
  const id = fc.stringMatching(/^[\w-]{1,8}$/);
  const slug = fc.oneof(fc.stringMatching(/^[a-z_][a-z0-9_.-]{0,8}$/), fc.constantFrom("constructor", "toString"));
  const value = fc.record(
    {
      ids: fc.array(id, { minLength: 1, maxLength: 25 }),
      search: word,
      custom: fc.dictionary(slug, fc.array(word, { minLength: 1, maxLength: 3 }), { minKeys: 1, maxKeys: 3 }),
      ranges: fc.dictionary(slug, fc.record({ from: word, to: word }), { minKeys: 1, maxKeys: 2 }),
    },
    { requiredKeys: [] },
  );
  const inner = fc.constantFrom(repeated, bracketed, indexed);
  const top = fc.oneof(
    inner,
    fc.constant((name: string, items: string[]) => [[name, items.join(",")]]),
  );

  it("says the same", async () => {
    await fc.assert(
      fc.asyncProperty(value, top, inner, fc.boolean(), async (wanted, spell, spellInner, encoded) => {
        const pairs = [
          ...(wanted.ids === undefined ? [] : spell("ids", wanted.ids)),
          ...(wanted.search === undefined ? [] : [["search", wanted.search]]),
          ...Object.entries(wanted.custom ?? {}).flatMap(([key, items]) => spellInner(`custom[${key}]`, items)),
          ...Object.entries(wanted.ranges ?? {}).flatMap(([key, bounds]) =>
            Object.entries(bounds).map(([bound, text]) => [`ranges[${key}][${bound}]`, text]),
          ),
        ];
        const text = pairs
          .map(([name = "", item = ""]) => `${encoded ? encodeURIComponent(name) : name}=${encodeURIComponent(item)}`)
          .join("&");
        const { query, problems } = await read(text);
        expect(problems).toEqual([]);
        expect(plain(query)).toEqual(wanted);
      }),
    );
  });
});
