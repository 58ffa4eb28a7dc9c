import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fnv1a64, RandomStream, randomStream, splitmix64, xoshiro128starstar } from "./random.ts";
import { BriefStream } from "../cohort/stream.ts";
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
        const { high, low } = runKey(run);
        seedState(state, nameKey(name).high ^ high, nameKey(name).low ^ low);
        expect([...new Uint32Array(state.buffer)]).toEqual(draws.map(Number));
      }),
    );
  });
});

describe("runKey", () => {
  it("goes on from the key of what comes before", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(runKey(after, nameKey(before))).toEqual(runKey(before + after));
      }),
    );
  });
});

describe("randomStream", () => {
  it("draws xoshiro128** from that state, whether begun anew or not", () => {
    const text = fc.string({ unit: "binary" });
    const [stream, brief] = [new RandomStream(), new BriefStream()];
    fc.assert(
      fc.property(text, text, fc.nat(4), (name, run, count) => {
        const state = new Int32Array(4);
        const { high, low } = runKey(run);
        seedState(state, nameKey(name).high ^ high, nameKey(name).low ^ low);
        const [a = 0, b = 0, c = 0, d = 0] = state;
        const numbers = first(xoshiro128starstar([a, b, c, d]), count).map((word) => word / 2 ** 32);
        expect(take(stream.begin(nameKey(name), runKey(run)), count)).toEqual(numbers);
        expect(take(brief.begin(nameKey(name), runKey(run)), count)).toEqual(numbers);
      }),
    );
  });

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
