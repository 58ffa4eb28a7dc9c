type Numbers = Float64Array<ArrayBuffer>;

/** Lists of whole numbers of at least 0, each in ascending order, read as one without being merged. */
export class SortedLists {
  /** How many numbers. */
  readonly length: number;
  private readonly lists: readonly Numbers[];

  constructor(lists: readonly Numbers[]) {
    this.lists = lists.filter(({ length }) => length > 0);
    this.length = this.lists.reduce((sum, { length }) => sum + length, 0);
  }

  /** The number at a place (from 0) of all in ascending order. */
  at(place: number): number {
    const found = this.lists.map(
      (list) => list[firstAt(list.length, (index) => this.upTo(list[index] ?? 0) > place)] ?? Infinity,
    );
    return Math.min(...found);
  }

  /** The mean, which does not depend on how the numbers are dealt out: sums of halves are exact. */
  mean(): number {
    let [high, low] = [0, 0];
    for (const list of this.lists) {
      for (let index = 0; index < list.length; index += 1) {
        const number = list[index] ?? 0;
        const half = Math.floor(number / HALF);
        high += half;
        low += number - half * HALF;
      }
    }
    return (high * HALF + low) / this.length;
  }

  /** How many are no more than a number. */
  private upTo(number: number): number {
    return this.lists.reduce((sum, list) => sum + firstAt(list.length, (index) => (list[index] ?? 0) > number), 0);
  }
}

/** Half of the bits of the largest instant. */
const HALF = 2 ** 26;

/** The first index from which on something is so; the length where it never is. */
function firstAt(length: number, isSo: (index: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (isSo(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
