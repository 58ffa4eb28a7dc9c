import { describe, expect, it } from "vitest";
import type { JsonValue } from "../contract/json.ts";
import { end, found, graph, trigger, wait } from "./testing/graphs.ts";

const YEAR = 365 * 86_400;
const lasting = (first: JsonValue, second: JsonValue = 60) =>
  found(graph([trigger(), wait("a", first), wait("b", second)], ["start > a", "a > b"]), "warning");

describe("a run of more than a year", () => {
  it.each<[string, JsonValue, JsonValue, string[]]>([
    ["is told at the wait that ends it", YEAR - 10, 11, ["longer-than-a-year /nodes/2"]],
    ["is told once", YEAR + 1, YEAR + 1, ["longer-than-a-year /nodes/1"]],
    ["is none of exactly a year", YEAR - 10, 10, []],
    ["is not shortened by a delay below zero", YEAR + 1, -YEAR, ["longer-than-a-year /nodes/1"]],
    ["is not made by a delay that is text", String(YEAR + 1), 60, []],
  ])("%s", (_, first, second, warnings) => {
    expect(lasting(first, second)).toEqual(warnings);
  });

  it("is none where nothing leads", () => {
    const draft = graph([trigger(), end(), wait("a", YEAR + 1)], ["start > done", "a > done"]);
    expect(found(draft, "warning")).toEqual([]);
  });

  it("is none in a loop, which is a problem of its own", () => {
    const draft = graph([trigger(), wait("a", YEAR + 1)], ["start > a", "a > a"]);
    expect(found(draft, "warning")).toEqual([]);
  });
});
