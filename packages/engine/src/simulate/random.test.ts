import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RandomStream } from "./random.ts";
import { fnv1a64, randomStream, splitmix64, xoshiro128starstar } from "./random.ts";
import { nameKey, runKey, seedState } from "./seed.ts";

const three = (run: string, ...names: string[]) => take(randomStream(run, ...names), 3);
const bytes = (text: string) => [...text].map((character) => character.charCodeAt(0));
const take = (stream: RandomStream, count: number) => first(() => stream.next(), count);
const first = <T>(next: () => T, count: number) => Array.from({ length: count }, next);

describe("published test vectors", () => {
  it("xoshiro128** from the state 1, 2, 3, 4 (Blackman and Vigna, xoshiro128starstar.c)", () => {
    expect(first(xoshiro128starstar([1, 2, 3, 4]), 10)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  it("SplitMix64 from 1234567 (Rosetta Code)", () => {
    expect(first(splitmix64(1234567n), 5)).toEqual([
      6457827717110365317n,
      3203168211198807973n,
      9817491932198370423n,
      4593380528125082431n,
      16408922859458223821n,
    ]);
  });

  it.each([
    ["", 0xcbf29ce484222325n],
    ["a", 0xaf63dc4c8601ec8cn],
    ["foobar", 0x85944171f73967e8n],
  ])("FNV-1a of %j (Noll)", (text, hash) => {
    expect(fnv1a64(bytes(text))).toBe(hash);
  });
});

const hash = (text: string) => {
  const units = Array.from({ length: text.length }, (_, index) => text.charCodeAt(index));
  return fnv1a64(units.flatMap((unit) => [unit & 0xff, unit >> 8]));
};

describe("seedState", () => {
  it("is FNV-1a of name and run, spread by SplitMix64", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (name, run) => {
        const next = splitmix64(hash(name) ^ splitmix64(hash(run))());
        const draws = [next(), next()].flatMap((value) => [value & 0xffff_ffffn, value >> 32n]);
        const state = new Int32Array(4);
        seedState(state, nameKey(name), runKey(run));
        expect([...new Uint32Array(state.buffer)]).toEqual(draws.map(Number));
      }),
    );
  });
});

describe("randomStream", () => {
  it("is the same for the same names, and another for others", () => {
    expect(three("seed", "run", "node")).toEqual(three("seed", "run", "node"));
    const all = [
      three("seed", "run", "node"),
      three("seed", "runnode", ""),
      three("s", "run", "node"),
      three("", "", ""),
    ];
    expect(new Set(all.map((numbers) => numbers.join())).size).toBe(all.length);
  });

  it("spreads evenly over [0, 1)", () => {
    const tenths = Array.from({ length: 10 }, () => 0);
    for (const number of take(randomStream("even"), 10_000)) {
      expect(number >= 0 && number < 1).toBe(true);
      const tenth = Math.floor(number * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});
