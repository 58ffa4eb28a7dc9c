import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RoundRobinState } from "../contract/run.ts";
import { pickExit } from "./round-robin.ts";
import type { WeightedExit } from "./round-robin.ts";

function take(exits: readonly WeightedExit[], count: number, from: RoundRobinState = {}) {
  const picks: string[] = [];
  let state = from;
  for (let pick = 0; pick < count; pick += 1) {
    const picked = pickExit(exits, state);
    if (!picked) break;
    picks.push(picked.exitId);
    state = JSON.parse(JSON.stringify(picked.state));
  }
  return { picks, state };
}

const exits = (weights: Record<string, number>) => Object.entries(weights).map(([id, weight]) => ({ id, weight }));

describe("pickExit", () => {
  it.each<[string, Record<string, number>, string]>([
    ["nginx's own example", { a: 5, b: 1, c: 1 }, "aabacaa"],
    ["equals in turn", { a: 1, b: 1, c: 1 }, "abcabc"],
    ["no exit of weight 0", { a: 0, b: 1 }, "bbb"],
    ["all of weight 0 as equals", { a: 0, b: 0 }, "abab"],
    ["fractions", { a: 0.5, b: 0.25 }, "abaaba"],
    ["impossible weights as 0", { a: NaN, b: -3, c: 2 }, "ccc"],
  ])("picks %s", (_, weights, expected) => {
    expect(take(exits(weights), expected.length).picks.join("")).toBe(expected);
  });

  it("counts exits of the same id once, as the first of them", () => {
    const twice = [...exits({ a: 2, b: 1 }), { id: "a", weight: 9 }];
    expect(take(twice, 6).picks.join("")).toBe("abaaba");
    expect(pickExit(twice, {})?.state).toEqual({ a: -1, b: 1 });
  });

  it("keeps standings that can go on from impossible weights", () => {
    expect(pickExit(exits({ a: NaN, b: -3, c: 2 }), {})?.state).toEqual({ a: 0, b: 0, c: 0 });
  });

  it("has nothing to pick without exits", () => expect(pickExit([], {})).toBeNull());

  it("forgets exits that are gone and begins new ones at 0", () => {
    const { state } = take(exits({ a: 3, b: 1 }), 2);
    expect(take(exits({ b: 1, c: 1 }), 4, state).picks.join("")).toBe("bbcb");
    expect(Object.keys(take(exits({ b: 1, c: 1 }), 1, state).state)).toEqual(["b", "c"]);
  });

  it.each<[string, Record<string, number>, Record<string, number>]>([
    ["percents become equals", { a: 80, b: 20 }, { a: 1, b: 1 }],
    ["very unequal ones become equals", { a: 1_000_000, b: 1 }, { a: 1, b: 1 }],
    ["one of them is another", { a: 70, b: 30 }, { b: 1, c: 1 }],
    ["equals become percents", { a: 1, b: 1 }, { a: 80, b: 20 }],
  ])("shares fairly again within a few picks where %s, whenever that is", (_, before, after) => {
    const total = Object.values(after).reduce((sum, weight) => sum + weight, 0);
    for (let earlier = 0; earlier < 100; earlier += 1) {
      const { picks } = take(exits(after), 50, take(exits(before), earlier * 7).state);
      for (const { id, weight } of exits(after)) {
        const ahead = picks.filter((pick) => pick === id).length - (50 * weight) / total;
        expect(Math.abs(ahead)).toBeLessThan(4);
      }
    }
  });

  it("never picks an exit of weight 0, whatever its standing", () => {
    expect(take(exits({ a: 1, b: 0 }), 3, { a: -5, b: 100 }).picks.join("")).toBe("aaa");
  });

  it("keeps ids apart that plain objects carry", () => {
    const odd = ["__proto__", "constructor", "toString"].map((id) => ({ id, weight: 1 }));
    expect(take(odd, 6).picks).toEqual([...odd, ...odd].map(({ id }) => id));
  });

  const weights = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 6 });

  const many = fc.array(fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 200 })), {
    minLength: 2,
    maxLength: 50,
  });

  it("gives each exit exactly its share in every full round", () => {
    fc.assert(
      fc.property(fc.oneof(weights, many), (list) => {
        const all = list.map((weight, index) => ({ id: `x${index}`, weight }));
        const total = list.reduce((sum, weight) => sum + weight, 0);
        const { picks, state } = take(all, total);
        for (const { id, weight } of all) expect(picks.filter((pick) => pick === id)).toHaveLength(weight);
        expect(Object.values(state).every((standing) => standing === 0)).toBe(true);
      }),
    );
  });

  it("never lets an exit get a whole pick ahead of its share", () => {
    fc.assert(
      fc.property(weights, (list) => {
        const all = list.map((weight, index) => ({ id: `x${index}`, weight }));
        const total = list.reduce((sum, weight) => sum + weight, 0);
        const counts = new Map<string, number>();
        take(all, total).picks.forEach((pick, index) => {
          counts.set(pick, (counts.get(pick) ?? 0) + 1);
          for (const { id, weight } of all) {
            expect((counts.get(id) ?? 0) - ((index + 1) * weight) / total).toBeLessThan(1);
          }
        });
      }),
    );
  });
});
