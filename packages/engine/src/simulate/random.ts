import { stateOf } from "./seed.ts";

/** A stream of numbers in [0, 1). */
export type RandomStream = () => number;

/**
 * A stream that depends on its names alone: the same scenario seed, run and node give the same numbers everywhere.
 * FNV-1a (64 bits) turns the names into a seed, SplitMix64 spreads it over the state of xoshiro128**.
 */
export function randomStream(...names: readonly string[]): RandomStream {
  const generate = xoshiro128starstar(stateOf(JSON.stringify(names)));
  return () => generate() / 0x1_0000_0000;
}

/** xoshiro128** 1.1 (Blackman, Vigna 2018): integers in 0 … 2³² − 1. At least one of the seeds must not be 0. */
export function xoshiro128starstar(seed: readonly [number, number, number, number]): () => number {
  let [a, b, c, d] = seed;
  return () => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
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
