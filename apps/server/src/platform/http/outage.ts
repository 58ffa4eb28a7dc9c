import { hasNoRoom, isReadOnly } from "../database/errors.ts";
import { isAway } from "../service/thrown.ts";
import { pause } from "../background/pause.ts";

/** How often it is asked whether the database is back. */
const LOOK_EVERY_MS = 1_000;
/** It has to be twice in a row: what failed last may be told of a moment after it is back. */
const LOOKS = 2;

const NO_ANSWER = ["the database does not answer", "the database answers again"] as const;
const NO_ROOM = ["the database has no room left on its disk", "the database has room again"] as const;
const NO_CHANGES = ["the database takes no changes", "the database takes changes again"] as const;

const wordsOf = (error: unknown) => (hasNoRoom(error) ? NO_ROOM : isReadOnly(error) ? NO_CHANGES : NO_ANSWER);

/** What an outage has to say: that it began, by this error, and that it is over. */
interface Told {
  began(error: unknown, what: string): void;
  ended(seconds: number, what: string): void;
}

/** An outage of the database, of which everything that needs it complains: two lines are enough. */
export interface Outage {
  /** Whether the error belongs to an outage, which is told by itself; the first such error begins one. */
  covers(error: unknown): boolean;
  /** From now on errors are looked at, and `ping` is asked whether an outage is over; answers what ends this. */
  watch(ping: () => Promise<void>): () => Promise<void>;
}

export function createOutage({ began, ended }: Told): Outage {
  let ask: (() => Promise<boolean>) | null = null;
  let stopping = new AbortController();
  let underWay: Promise<void> | null = null;

  async function lookUntilOver(isBack: () => Promise<boolean>, over: string): Promise<void> {
    const beganAt = performance.now();
    for (let looks = 0; looks < LOOKS && !stopping.signal.aborted;) {
      await pause(LOOK_EVERY_MS, stopping.signal);
      looks = !stopping.signal.aborted && (await isBack()) ? looks + 1 : 0;
    }
    underWay = null;
    if (!stopping.signal.aborted) ended(Math.round((performance.now() - beganAt) / 1000), over);
  }

  return {
    covers(error) {
      if (ask === null || !(hasNoRoom(error) || isAway(error))) return false;
      if (underWay === null) {
        const [begin, over] = wordsOf(error);
        began(error, begin);
        underWay = lookUntilOver(ask, over);
      }
      return true;
    },
    watch(ping) {
      stopping = new AbortController();
      ask = () =>
        ping().then(
          () => true,
          () => false,
        );
      return async () => {
        ask = null;
        stopping.abort();
      };
    },
  };
}
