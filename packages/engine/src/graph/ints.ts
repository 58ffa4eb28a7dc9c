/** Hands out arrays of integers that are all `value` at first. */
export type TakeInts = (length: number, value?: number) => Int32Array;

/** Arrays of integers of their own. */
export const ownInts: TakeInts = (length, value = 0) => new Int32Array(length).fill(value);

/** Arrays of integers side by side in one piece of memory, which costs far less than a piece for each; beyond `size` own ones. */
export function sharedInts(size: number): TakeInts {
  const memory = new ArrayBuffer(4 * size);
  let used = 0;
  return (length, value = 0) => {
    if (used + length > size) return ownInts(length, value);
    const taken = new Int32Array(memory, 4 * used, length);
    used += length;
    return value === 0 ? taken : taken.fill(value);
  };
}
