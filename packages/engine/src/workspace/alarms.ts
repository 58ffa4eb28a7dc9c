/** Something that is to happen at an instant, Unix ms. */
interface Alarm {
  readonly at: number;
  readonly rank: number;
  readonly order: number;
  readonly happen: () => void;
}

/** What comes first of what is to happen at the same instant: what people do, then looks of triggers, then what was put off. */
export const RANK = { world: 0, look: 1, run: 2 } as const;

/** Whether one look goes on with another: what each of them finds happens when all have looked. */
export const isSameLook = (one: Alarm, next: Alarm | null): boolean =>
  next?.at === one.at && one.rank >= RANK.look && next.rank < RANK.run;

/** What is still to happen, as a binary heap: the earliest first, and of one instant by rank, then as it was set. */
export class Alarms {
  private readonly heap: Alarm[] = [];
  private count = 0;

  set(at: number, rank: number, happen: () => void): void {
    const { heap } = this;
    const alarm = { at, rank, order: this.count, happen };
    this.count += 1;
    let place = heap.push(alarm) - 1;
    for (let above = (place - 1) >> 1; place > 0 && isBefore(alarm, heap[above]); above = (place - 1) >> 1) {
      heap[place] = heap[above] as Alarm;
      place = above;
    }
    heap[place] = alarm;
  }

  /** The next one; null where nothing is to happen any more. */
  next(): Alarm | null {
    return this.heap[0] ?? null;
  }

  /** Takes the next one out. */
  take(): void {
    const last = this.heap.pop();
    if (last !== undefined && this.heap.length > 0) this.sink(last);
  }

  /** Puts an alarm in the place of the first. */
  private sink(alarm: Alarm): void {
    const { heap } = this;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const right = left + 1;
      const below = isBefore(heap[right], heap[left]) ? right : left;
      const next = heap[below];
      if (next === undefined || !isBefore(next, alarm)) break;
      heap[place] = next;
      place = below;
    }
    heap[place] = alarm;
  }
}

function isBefore(a: Alarm | undefined, b: Alarm | undefined): boolean {
  if (a === undefined || b === undefined) return a !== undefined;
  return a.at - b.at < 0 || (a.at === b.at && (a.rank < b.rank || (a.rank === b.rank && a.order < b.order)));
}
