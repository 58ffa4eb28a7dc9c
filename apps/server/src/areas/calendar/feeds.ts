import { DAY_MS } from "@trilho/engine";
import type { StoredEvent } from "./port.ts";
import { languageOf } from "../../platform/service/language.ts";

/** What a member keeps in a calendar elsewhere, published at an address that only they and this server know. */
export interface CalendarFeed {
  workspaceId: string;
  id: string;
  memberId: string;
  /** Whose calendar it is: `google`, `outlook`, as the operator calls it. */
  source: string;
  /** A secret: it opens the calendar. */
  url: string;
  /** Of the workspace: days without a time zone begin there. */
  timeZone: string;
  locale: string;
  /** What the calendar said of the content that was taken; null for nothing. */
  etag: string | null;
  lastModified: string | null;
  /** When the content was taken, Unix ms. */
  readAt: number | null;
  /** What was wrong with it when it was last looked at. */
  problem: string | null;
}

/** An event as it is kept; `externalId` names the occurrence within its calendar. */
export type FeedEvent = Pick<
  StoredEvent,
  "title" | "description" | "startsAt" | "endsAt" | "allDay" | "attendees" | "conferenceUrl" | "location" | "status"
> & { externalId: string };

/** The answer of a calendar. A `problem` never contains the address. */
export type FeedAnswer =
  | ({ kind: "content"; text: string } & FeedMarks)
  | { kind: "unchanged" }
  | { kind: "failed"; problem: string };

export type FeedMarks = Pick<CalendarFeed, "etag" | "lastModified">;

/** Which events, and what they are called and where they are when they do not say it. Unix ms. */
export interface FeedRange {
  from: number;
  to: number;
  timeZone: string;
  untitled: string;
}

/** Events of a calendar's text, and what of it could not be read; without events where it is no calendar at all. */
export type FeedContent = { events: FeedEvent[]; problem: string | null } | { events: null; problem: string };

export interface FeedStore {
  /** Feeds whose time has come, at most `limit`; nobody else gets them before `nextAt`. */
  take(now: number, nextAt: number, limit: number): Promise<CalendarFeed[]>;
  /** The events take the place of those before, unless the feed was taken away meanwhile. */
  replace(
    feed: CalendarFeed,
    now: number,
    events: readonly FeedEvent[],
    result: FeedMarks & { problem: string | null },
  ): Promise<void>;
  /** The calendar answered, and nothing has changed. */
  confirm(feed: CalendarFeed, now: number): Promise<void>;
  /** What is there stays. */
  fail(feed: CalendarFeed, problem: string): Promise<void>;
}

export interface FeedReaderParts {
  store: FeedStore;
  fetch(url: string, known: FeedMarks): Promise<FeedAnswer>;
  parse(text: string, range: FeedRange): Promise<FeedContent>;
  /** Told when there is another problem than before. */
  onProblem(feed: CalendarFeed, problem: string): void;
}

const EVERY_MS = 15 * 60 * 1000;
const DAYS_BACK = 31;
const DAYS_AHEAD = 366;
/** However unchanged the content is: with time, other occurrences of it are in range. */
const READ_ANEW_MS = DAY_MS;

/** Reads the feeds whose time has come, at most `limit` of them at once; answers how many. */
export function createFeedReader({ store, fetch, parse, onProblem }: FeedReaderParts) {
  async function fail(feed: CalendarFeed, problem: string): Promise<void> {
    await store.fail(feed, problem);
    if (problem !== feed.problem) onProblem(feed, problem);
  }

  async function take(feed: CalendarFeed, { text, etag, lastModified }: { text: string } & FeedMarks, now: number) {
    const { events, problem } = await parse(text, rangeOf(feed, now));
    if (events === null) return fail(feed, problem);
    await store.replace(feed, now, events, { etag, lastModified, problem });
    if (problem !== null && problem !== feed.problem) onProblem(feed, problem);
  }

  async function read(feed: CalendarFeed, now: number): Promise<void> {
    const answer = await fetch(feed.url, isStillGood(feed, now) ? feed : NOTHING);
    if (answer.kind === "content") return take(feed, answer, now);
    return answer.kind === "unchanged" ? store.confirm(feed, now) : fail(feed, answer.problem);
  }

  return async (now: number, limit: number): Promise<number> => {
    const feeds = await store.take(now, now + EVERY_MS, limit);
    const outcomes = await Promise.allSettled(feeds.map((feed) => read(feed, now)));
    const failure = outcomes.find((outcome) => outcome.status === "rejected");
    if (failure !== undefined) throw failure.reason;
    return feeds.length;
  };
}

const NOTHING: FeedMarks = { etag: null, lastModified: null };

/** What could not be read, or not all of it, is read anew. */
const isStillGood = ({ readAt, problem }: CalendarFeed, now: number): boolean =>
  problem === null && readAt !== null && now - readAt < READ_ANEW_MS;

const rangeOf = ({ timeZone, locale }: CalendarFeed, now: number): FeedRange => ({
  from: now - DAYS_BACK * DAY_MS,
  to: now + DAYS_AHEAD * DAY_MS,
  timeZone,
  untitled: languageOf(locale) === "pt" ? "Ocupado" : "Busy",
});
