import { ROUTES, type Route, type Schema } from "@trilho/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { createChecks } from "./validation.ts";

const route: Route = ROUTES.listAutomations;
const schema = (text: object): Schema => text as Schema;
const body = schema({
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 2, maxLength: 3, pattern: "\\S" },
    size: { type: ["integer", "null"], minimum: 1, maximum: 9 },
    kind: { type: "string", enum: ["a", "b"] },
    note: { type: "string", minLength: 1 },
    tags: { type: "array", minItems: 1, maxItems: 2 },
    pair: { type: "array", minItems: 2 },
    least: { type: "object", minProperties: 1 },
    less: { type: "object", minProperties: 2 },
    mail: { type: "string", format: "email" },
    day: { type: "string", format: "date" },
    at: { type: "string", format: "date-time" },
    url: { type: "string", format: "uri" },
    time: { type: "string", format: "time" },
    site: { type: "string", pattern: "^https?://" },
    code: { type: "string", pattern: "^[a-z]$" },
    twice: { type: "array", uniqueItems: true },
    flag: { type: "boolean" },
    strict: { type: "object", properties: {}, additionalProperties: false },
    more: { type: "object", properties: { "1a": { type: "string" }, a1: { type: "string" }, 12: { type: "string" } } },
    list: { type: "array", items: { type: "object", required: ["a b"], properties: { "a b": {} } } },
  },
});
const check = createChecks({ ...route, body }).body;

describe("what is wrong with a body", () => {
  it.each<[unknown, [string, string][]]>([
    [undefined, [["body", "must be an object"]]],
    [{}, [["name", "is required"]]],
    [{ name: null }, [["name", "must be text"]]],
    [{ name: "" }, [["name", "must have at least 2 characters"]]],
    [{ name: "   " }, [["name", "must not be blank"]]],
    [{ name: "long" }, [["name", "must have at most 3 characters"]]],
    [{ name: "ok", size: "5" }, [["size", "must be a whole number or null"]]],
    [{ name: "ok", size: 0 }, [["size", "must be at least 1"]]],
    [{ name: "ok", note: "" }, [["note", "must not be empty"]]],
    [{ name: "ok", kind: "c" }, [["kind", "must be one of a, b"]]],
    [{ name: "ok", tags: [] }, [["tags", "must not be empty"]]],
    [{ name: "ok", tags: [1, 2, 3] }, [["tags", "must have at most 2 items"]]],
    [{ name: "ok", pair: [1] }, [["pair", "must have at least 2 items"]]],
    [{ name: "ok", least: {} }, [["least", "must not be empty"]]],
    [{ name: "ok", less: {} }, [["less", "must have at least 2 fields"]]],
    [{ name: "ok", mail: "x" }, [["mail", "must be an e-mail address"]]],
    [{ name: "ok", day: "x" }, [["day", "must be a date such as 2026-03-01"]]],
    [{ name: "ok", at: "x" }, [["at", "must be an instant such as 2026-03-01T12:00:00Z"]]],
    [{ name: "ok", at: "2016-12-31T23:59:60Z" }, [["at", "must be an instant such as 2026-03-01T12:00:00Z"]]],
    [{ name: "ok", at: "0000-01-01T00:00:00Z" }, [["at", "must be an instant such as 2026-03-01T12:00:00Z"]]],
    [{ name: "ok", url: "x" }, [["url", "must be a URL"]]],
    [{ name: "ok", time: "x" }, [["time", "must be of the format time"]]],
    [{ name: "ok", code: "1" }, [["code", "must match ^[a-z]$"]]],
    [{ name: "ok", twice: [1, 1] }, [["twice", "must NOT have duplicate items (items ## 0 and 1 are identical)"]]],
    [{ name: "ok", flag: 1 }, [["flag", "must be true or false"]]],
    [{ name: "ok", list: {} }, [["list", "must be a list"]]],
    [{ name: "ok", strict: { "a/b~c": 1 } }, [['strict["a/b~c"]', "is not known here"]]],
    [
      { name: "ok", more: { 1: 2, "a~1b": "a\0" } },
      [['more["a~1b"]', "holds NUL or half a character, which cannot be stored"]],
    ],
    [
      { name: "ok", more: { "1a": 1, a1: 1, 12: 1 } },
      [
        ["more[12]", "must be text"],
        ['more["1a"]', "must be text"],
        ["more.a1", "must be text"],
      ],
    ],
    [{ name: "ok", list: [{ "a b": 1 }, {}] }, [['list[1]["a b"]', "is required"]]],
    [
      { name: 1, size: 10 },
      [
        ["name", "must be text"],
        ["size", "must be at most 9"],
      ],
    ],
    [{ name: "ok", size: null, other: true }, []],
  ])("%j is said by field, in words", (value, expected) => {
    expect(check(value).map(({ field, message }) => [field, message])).toEqual(expected);
  });
});

describe("the schemas", () => {
  it.each(Object.entries<Route>(ROUTES))("of %s can be checked by", (_, each) => {
    const checks = createChecks(each);
    for (const checked of Object.values(checks)) expect(() => checked({})).not.toThrow();
  });

  // The server does not ask this of them again.
  const metaSchema = new Ajv2020();
  it.each(Object.entries<Route>(ROUTES))("of %s are JSON Schemas", (_, each) => {
    for (const part of [each.params, each.query, each.body]) {
      expect(part && metaSchema.validateSchema(part)).not.toBe(false);
    }
  });
});

describe("a query", () => {
  it("turns texts into what the schema says, in place, and passes over what it does not know", () => {
    const query = { enabled: "true", limit: "7", search: "12", other: "x" };
    expect(createChecks(route).query(query)).toEqual([]);
    expect(query).toEqual({ enabled: true, limit: 7, search: "12", other: "x" });
  });

  it.each(["1e999", "Infinity", "0x10", " 7 ", "1e2", "٣"])("takes %j for no number", (limit) => {
    expect(createChecks(route).query({ limit })).toEqual([{ field: "limit", message: "must be a whole number" }]);
  });

  it("may refuse what it does not know", () => {
    expect(createChecks({ ...route, unknownQuery: "reject" }).query({ other: "x" })).toEqual([
      { field: "other", message: "is not known here" },
    ]);
  });
});
