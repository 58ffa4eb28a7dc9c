/** The cohort's random numbers once more: FNV-1a of names, SplitMix64 of both, xoshiro128**. */
const state = new Int32Array(4);

/** The key of a stream's name: two halves at `into`. */
export function hashName(text: string, into: Int32Array, at: number): void {
  let high = 0xcbf29ce4 | 0;
  let low = 0x84222325 | 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    for (const byte of [unit & 255, unit >>> 8]) {
      low ^= byte;
      high = (Math.imul(high, 435) + upper(low, 435) + (low << 8)) | 0;
      low = Math.imul(low, 435);
    }
  }
  into[at] = high;
  into[at + 1] = low;
}

/** All digits of a run's number but the last, which the next runs share, and their hash. */
const prefix = new Int32Array(3).fill(-1);

/** The key of a run's number, mixed. */
export function hashRun(run: number, into: Int32Array): void {
  const ten = Math.floor(run / 10);
  if (prefix[0] !== ten) {
    hashName(ten === 0 ? "" : String(ten), prefix, 1);
    prefix[0] = ten;
  }
  let high = prefix[1] ?? 0;
  let low = (prefix[2] ?? 0) ^ (48 + run - 10 * ten);
  high = (Math.imul(high, 435) + upper(low, 435) + (low << 8)) | 0;
  low = Math.imul(low, 435);
  high = (Math.imul(high, 435) + upper(low, 435) + (low << 8)) | 0;
  low = Math.imul(low, 435);
  mix(high, low, 2);
  into[0] = state[1] ?? 0;
  into[1] = state[0] ?? 0;
}

/** The key of a run without a name. */
export function hashNoRun(into: Int32Array): void {
  mix(0xcbf29ce4 | 0, 0x84222325 | 0);
  into[0] = state[1] ?? 0;
  into[1] = state[0] ?? 0;
}

/** Begins a name's stream in a run. */
export function begin(names: Int32Array, at: number, run: Int32Array): void {
  mix((names[at] ?? 0) ^ (run[0] ?? 0), (names[at + 1] ?? 0) ^ (run[1] ?? 0));
}

/** The first number of a name's stream in a run: it needs a half of one of the two draws that make the state. */
export function first(names: Int32Array, at: number, run: Int32Array): number {
  const low = (names[at + 1] ?? 0) ^ (run[1] ?? 0);
  const sum = (low + 0x7f4a7c15) | 0;
  const high = (((names[at] ?? 0) ^ (run[0] ?? 0)) + (0x9e3779b9 | 0) + (sum >>> 0 < low >>> 0 ? 1 : 0)) | 0;
  let l = sum ^ ((high << 2) | (sum >>> 30));
  let h = high ^ (high >>> 30);
  h = (upper(l, 0x1ce4e5b9) + Math.imul(h, 0x1ce4e5b9) + Math.imul(l, 0xbf58476d | 0)) | 0;
  l = Math.imul(l, 0x1ce4e5b9);
  l ^= (h << 5) | (l >>> 27);
  h ^= h >>> 27;
  h = (upper(l, 0x133111eb) + Math.imul(h, 0x133111eb) + Math.imul(l, 0x94d049bb | 0)) | 0;
  const five = Math.imul(h ^ (h >>> 31), 5);
  return (Math.imul((five << 7) | (five >>> 25), 9) >>> 0) / 0x1_0000_0000;
}

/** Its next number. */
export function next(): number {
  return draw(state);
}

/** A stream of its own. */
export function ownStream(names: Int32Array, at: number, run: Int32Array): () => number {
  begin(names, at, run);
  const mine = state.slice();
  return () => draw(mine);
}

function draw(of: Int32Array): number {
  const a = of[0] ?? 0;
  const b = of[1] ?? 0;
  const c = (of[2] ?? 0) ^ a;
  const d = (of[3] ?? 0) ^ b;
  of[0] = a ^ d;
  of[1] = b ^ c;
  of[2] = c ^ (b << 9);
  of[3] = (d << 11) | (d >>> 21);
  const five = Math.imul(b, 5);
  return (Math.imul((five << 7) | (five >>> 25), 9) >>> 0) / 0x1_0000_0000;
}

function mix(high: number, low: number, words = 4): void {
  let h0 = high;
  let l0 = low;
  for (let at = 0; at < words; at += 2) {
    const sum = (l0 + 0x7f4a7c15) | 0;
    h0 = (h0 + (0x9e3779b9 | 0) + (sum >>> 0 < l0 >>> 0 ? 1 : 0)) | 0;
    l0 = sum;
    let l = l0 ^ ((h0 << 2) | (l0 >>> 30));
    let h = h0 ^ (h0 >>> 30);
    h = (upper(l, 0x1ce4e5b9) + Math.imul(h, 0x1ce4e5b9) + Math.imul(l, 0xbf58476d | 0)) | 0;
    l = Math.imul(l, 0x1ce4e5b9);
    l ^= (h << 5) | (l >>> 27);
    h ^= h >>> 27;
    h = (upper(l, 0x133111eb) + Math.imul(h, 0x133111eb) + Math.imul(l, 0x94d049bb | 0)) | 0;
    l = Math.imul(l, 0x133111eb);
    state[at] = l ^ ((h << 1) | (l >>> 31));
    state[at + 1] = h ^ (h >>> 31);
  }
}

function upper(a: number, b: number): number {
  const middle = (Math.imul(a >>> 16, b & 65535) + (Math.imul(a & 65535, b & 65535) >>> 16)) | 0;
  const other = (Math.imul(a & 65535, b >>> 16) + (middle & 65535)) | 0;
  return (Math.imul(a >>> 16, b >>> 16) + (middle >>> 16) + (other >>> 16)) | 0;
}
