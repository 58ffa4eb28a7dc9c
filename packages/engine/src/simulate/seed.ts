/** A 64-bit integer as two unsigned halves. */
type Pair = readonly [high: number, low: number];

/**
 * The state of xoshiro128** for a name: FNV-1a (64 bits) of its UTF-16 bytes, lower byte first, spread by two draws of
 * SplitMix64, the lower half of each draw first. Written with 32-bit halves, as a cohort makes a stream for each run and
 * node and BigInt would take most of its time; `random.ts` has the plain definitions.
 */
export function stateOf(name: string): [number, number, number, number] {
  let state = hash(name);
  state = add(state, GOLDEN);
  const first = mix(state);
  const second = mix(add(state, GOLDEN));
  return [first[1], first[0], second[1], second[0]];
}

const GOLDEN: Pair = [0x9e37_79b9, 0x7f4a_7c15];
const MIX_A: Pair = [0xbf58_476d, 0x1ce4_e5b9];
const MIX_B: Pair = [0x94d0_49bb, 0x1331_11eb];
const TWO_32 = 0x1_0000_0000;

/** The prime of FNV-1a is 2⁴⁰ + 435, so a product is a shift and a small product. */
function hash(name: string): Pair {
  let [high, low] = [0xcbf2_9ce4, 0x8422_2325];
  for (let index = 0; index < name.length; index += 1) {
    const unit = name.charCodeAt(index);
    for (let byte = unit & 0xff, count = 0; count < 2; byte = unit >> 8, count += 1) {
      low = (low ^ byte) >>> 0;
      const product = low * 435;
      high = (high * 435 + Math.floor(product / TWO_32) + ((low << 8) >>> 0)) >>> 0;
      low = product >>> 0;
    }
  }
  return [high, low];
}

function mix(state: Pair): Pair {
  const once = multiply(xorShifted(state, 30), MIX_A);
  return xorShifted(multiply(xorShifted(once, 27), MIX_B), 31);
}

/** `value ^ (value >> bits)`, for fewer than 32 bits. */
function xorShifted([high, low]: Pair, bits: number): Pair {
  return [(high ^ (high >>> bits)) >>> 0, (low ^ ((high << (32 - bits)) | (low >>> bits))) >>> 0];
}

function add([a, b]: Pair, [c, d]: Pair): Pair {
  const low = b + d;
  return [(a + c + (low >= TWO_32 ? 1 : 0)) >>> 0, low >>> 0];
}

/** The lower 64 bits of a product. */
function multiply([a, b]: Pair, [c, d]: Pair): Pair {
  const [b1, b0, d1, d0] = [b >>> 16, b & 0xffff, d >>> 16, d & 0xffff];
  const small = b0 * d0;
  const middle = b1 * d0 + (small >>> 16);
  const other = b0 * d1 + (middle & 0xffff);
  const carry = b1 * d1 + Math.floor(middle / 0x1_0000) + Math.floor(other / 0x1_0000);
  const low = ((other << 16) | (small & 0xffff)) >>> 0;
  return [(carry + Math.imul(a, d) + Math.imul(b, c)) >>> 0, low];
}
