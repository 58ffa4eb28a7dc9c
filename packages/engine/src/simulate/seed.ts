/** A 64-bit integer as two halves of 32 bits, each an int32. */
export interface Key {
  readonly high: number;
  readonly low: number;
}

/*
 * Written with 32-bit integers, as a cohort makes a stream for each run and node and BigInt would take most of its time;
 * `random.ts` has the plain definitions.
 */

const BASIS: Key = { high: 0xcbf2_9ce4 | 0, low: 0x8422_2325 | 0 };

/** FNV-1a (64 bits) of a text's UTF-16 units, lower byte first, or of what follows another. Its prime is 2⁴⁰ + 435: a shift and a small product. */
export function nameKey(name: string, before = BASIS): Key {
  let { high, low } = before;
  for (let index = 0; index < 2 * name.length; index += 1) {
    const unit = name.charCodeAt(index >> 1);
    low ^= index & 1 ? unit >>> 8 : unit & 0xff;
    high = (Math.imul(high, 435) + highHalf(low, 435) + (low << 8)) | 0;
    low = Math.imul(low, 435);
  }
  return { high, low };
}

/** The first draw of SplitMix64 from the FNV-1a of a run's name: one changed digit changes every bit. Written into `key`. */
export function runKey(run: string, before = BASIS, key = { high: 0, low: 0 }): Key {
  const { high, low } = nameKey(run, before);
  key.high = firstWord(high, low);
  key.low = scratch[0] ?? 0;
  return key;
}

const scratch = new Int32Array(4);

/** Fills the state of xoshiro128** with two draws of SplitMix64 from a seed, the lower half of each first. */
export function seedState(state: Int32Array, high: number, low: number): void {
  const [once, twice] = [(low + GOLDEN_LOW) | 0, (low + 2 * GOLDEN_LOW) | 0];
  const between = (high + GOLDEN_HIGH + (once >>> 0 < low >>> 0 ? 1 : 0)) | 0;
  mix(state, 0, between, once);
  mix(state, 2, (between + GOLDEN_HIGH + (twice >>> 0 < once >>> 0 ? 1 : 0)) | 0, twice);
}

/** The second word of that state, the only one that the first number needs. */
export function firstWord(high: number, low: number): number {
  const once = (low + GOLDEN_LOW) | 0;
  return mix(scratch, 0, (high + GOLDEN_HIGH + (once >>> 0 < low >>> 0 ? 1 : 0)) | 0, once);
}

function mix(state: Int32Array, at: number, high: number, low: number): number {
  let l = low ^ ((high << 2) | (low >>> 30));
  let h = high ^ (high >>> 30);
  h = (highHalf(l, A_LOW) + Math.imul(h, A_LOW) + Math.imul(l, A_HIGH)) | 0;
  l = Math.imul(l, A_LOW);
  l ^= (h << 5) | (l >>> 27);
  h ^= h >>> 27;
  h = (highHalf(l, B_LOW) + Math.imul(h, B_LOW) + Math.imul(l, B_HIGH)) | 0;
  l = Math.imul(l, B_LOW);
  state[at] = l ^ ((h << 1) | (l >>> 31));
  return (state[at + 1] = h ^ (h >>> 31));
}

const GOLDEN_HIGH = 0x9e37_79b9 | 0;
const GOLDEN_LOW = 0x7f4a_7c15 | 0;
const A_HIGH = 0xbf58_476d | 0;
const A_LOW = 0x1ce4_e5b9 | 0;
const B_HIGH = 0x94d0_49bb | 0;
const B_LOW = 0x1331_11eb | 0;

/** The upper 32 bits of a product of two 32-bit integers without sign. */
function highHalf(a: number, b: number): number {
  const a1 = a >>> 16;
  const a0 = a & 0xffff;
  const b1 = b >>> 16;
  const b0 = b & 0xffff;
  const middle = (Math.imul(a1, b0) + (Math.imul(a0, b0) >>> 16)) | 0;
  const other = (Math.imul(a0, b1) + (middle & 0xffff)) | 0;
  return (Math.imul(a1, b1) + (middle >>> 16) + (other >>> 16)) | 0;
}
