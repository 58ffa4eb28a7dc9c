type Numbers = Float64Array<ArrayBuffer>;

/** Joins lists of numbers in ascending order to one. */
export function mergeAll(lists: readonly Numbers[]): Numbers {
  let left = lists;
  while (left.length > 1) {
    const pairs: Numbers[] = [];
    for (let index = 0; index < left.length; index += 2)
      pairs.push(merge(left[index] ?? NONE, left[index + 1] ?? NONE));
    left = pairs;
  }
  return left[0] ?? NONE;
}

const NONE: Numbers = new Float64Array(0);

function merge(one: Numbers, other: Numbers): Numbers {
  if (other.length === 0) return one;
  const merged = new Float64Array(one.length + other.length);
  let [first, second] = [0, 0];
  while (first < one.length && second < other.length) {
    const a = one[first] ?? 0;
    const b = other[second] ?? 0;
    merged[first + second] = Math.min(a, b);
    if (a <= b) first += 1;
    else second += 1;
  }
  merged.set(first < one.length ? one.subarray(first) : other.subarray(second), first + second);
  return merged;
}
