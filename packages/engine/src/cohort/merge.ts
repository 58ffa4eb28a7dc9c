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
  for (let place = 0; place < merged.length; place += 1) {
    // Beyond the end of a list, what is asked for is larger than anything.
    const [a, b] = [one[first] ?? Infinity, other[second] ?? Infinity];
    if (first < one.length && a <= b) first += 1;
    else second += 1;
    merged[place] = a <= b ? a : b;
  }
  return merged;
}
