import { nameKey, runKey, seedState } from "./seed.ts";
import type { Key } from "./seed.ts";

/**
 * A stream that depends on its names alone: the same run and the same names (seed, node) give the same numbers
 * everywhere. FNV-1a (64 bits) turns the names into a seed, SplitMix64 spreads it over the state of xoshiro128**.
 */
export function randomStream(run: string, ...names: readonly string[]): RandomStream {
  return new RandomStream().begin(streamName(...names), runKey(run));
}

/** The key of a stream that every run has. */
export function streamName(...names: readonly string[]): Key {
  return nameKey(JSON.stringify(names));
}

/** A stream of random bits, or one after the other. */
export class RandomStream {
  protected readonly state = new Int32Array(4);

  /** Begins the stream of a name in a run, seeded by their keys combined by exclusive or. */
  begin(name: Key, run: Key): this {
    seedState(this.state, name.high ^ run.high, name.low ^ run.low);
    return this;
  }

  /** The next 32 bits of the stream begun last, for `unit`: an integer is given back without a place on the heap. */
  word(): number {
    return draw(this.state);
  }

  /** The same as a number in [0, 1). */
  next(): number {
    return unit(this.word());
  }
}

/** 32 bits as a number in [0, 1). */
export function unit(word: number): number {
  return (word >>> 0) / 0x1_0000_0000;
}

/** xoshiro128** 1.1 (Blackman, Vigna 2018): integers in 0 … 2³² − 1. At least one of the seeds must not be 0. */
export function xoshiro128starstar(seed: readonly [number, number, number, number]): () => number {
  const state = Int32Array.from(seed);
  return () => draw(state) >>> 0;
}

/** The next 32 bits of xoshiro128**. */
export function draw(state: Int32Array): number {
  const a = state[0] ?? 0;
  const b = state[1] ?? 0;
  const c = (state[2] ?? 0) ^ a;
  const d = (state[3] ?? 0) ^ b;
  state[0] = a ^ d;
  state[1] = b ^ c;
  state[2] = c ^ (b << 9);
  state[3] = rotate(d, 11);
  return scramble(b);
}

/** What xoshiro128** makes of the second word of its state. */
export function scramble(word: number): number {
  return Math.imul(rotate(Math.imul(word, 5), 7), 9);
}

const MASK_64 = 0xffff_ffff_ffff_ffffn;

/** SplitMix64 (Steele, Lea, Flood 2014): integers in 0 … 2⁶⁴ − 1. */
export function splitmix64(seed: bigint): () => bigint {
  let state = seed & MASK_64;
  return () => {
    state = (state + 0x9e37_79b9_7f4a_7c15n) & MASK_64;
    let mixed = state;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58_476d_1ce4_e5b9n) & MASK_64;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d0_49bb_1331_11ebn) & MASK_64;
    return mixed ^ (mixed >> 31n);
  };
}

/** FNV-1a, 64 bits (Fowler, Noll, Vo). */
export function fnv1a64(bytes: Iterable<number>): bigint {
  let hash = 0xcbf2_9ce4_8422_2325n;
  for (const byte of bytes) hash = ((hash ^ BigInt(byte)) * 0x100_0000_01b3n) & MASK_64;
  return hash;
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
