import { ROUTES, type Route, type Schema } from "@trilho/contract";
import { describe, expect, it } from "vitest";
import { createPassOver, createUnknownValues } from "./unknown-values.ts";

const passOver = createPassOver(ROUTES.listDealActivities);
const unknownValues = createUnknownValues(ROUTES.listDealActivities);

describe("a value outside the enum of a filter that passes such over", () => {
  it.each<[string, object, object, string[]]>([
    ["is taken out of a list", { type: ["NOTE_CREATED", "NOPE"] }, { type: ["NOTE_CREATED"] }, ["type=NOPE"]],
    ["filters nothing by itself", { type: ["NOPE", "NOPE"] }, {}, ["type=NOPE"]],
    ["is looked for in single values too", { actorType: "nobody" }, {}, ["actorType=nobody"]],
    ["may be none", { type: ["NOTE_CREATED"], limit: 5 }, { type: ["NOTE_CREATED"], limit: 5 }, []],
  ])("%s", (_, query, left, named) => {
    expect(unknownValues({ ...query })).toEqual(named);
    const given = { ...query };
    passOver?.(given);
    expect(given).toEqual(left);
  });

  it("is a problem, and not passed over, where the route does not say so", () => {
    const query = { properties: { kind: { enum: ["a"] } } } as unknown as Schema;
    const strict: Route = { ...ROUTES.listTags, query };
    expect(createUnknownValues(strict)({ kind: "b" })).toEqual([]);
    expect(createPassOver(strict)).toBeNull();
  });

  it("is no matter of routes without such filters", () => {
    expect(createPassOver(ROUTES.listTags)).toBeNull();
  });
});
