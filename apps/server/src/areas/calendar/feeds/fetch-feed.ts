import { failureMessage } from "@trilho/engine/failures";
import { request } from "undici";
import { calling } from "../../../platform/network/calling.ts";
import { isRefusal, openPublicNetwork, refusalOf } from "../../../platform/network/public-network.ts";
import { readWhole, reasonOf } from "../../../platform/network/reading.ts";
import type { FeedAnswer, FeedMarks } from "../feeds.ts";

/** All of one feed, redirects included. */
const TIMEOUT_MS = 10_000;
/** Some ten thousand events. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface FeedFetcher {
  fetch(url: string, known: FeedMarks): Promise<FeedAnswer>;
  close(): Promise<void>;
}

/** Reads calendars by HTTP, on private networks only with `allowPrivate`. */
export function createFeedFetcher(options: { allowPrivate: boolean }): FeedFetcher {
  const { dispatcher, check, close } = openPublicNetwork(options);

  const get = async (url: string, known: FeedMarks, signal: AbortSignal) => {
    check(url);
    return calling("GET", url, () =>
      request(url, {
        dispatcher,
        signal,
        headers: {
          accept: "text/calendar",
          "user-agent": "Trilho",
          ...(known.etag !== null && { "if-none-match": known.etag }),
          ...(known.lastModified !== null && { "if-modified-since": known.lastModified }),
        },
      }),
    );
  };

  async function follow(url: string, known: FeedMarks, signal: AbortSignal, redirects: number): Promise<FeedAnswer> {
    const { statusCode, headers, body } = await get(url, known, signal).catch((error: unknown) => {
      throw isRefusal(error) ? new Refused(failureMessage([refusalOf(url)])) : error;
    });
    const text = statusCode === 200 ? await readWhole(body, MAX_BYTES) : "";
    if (statusCode === 200) {
      if (text === null) return failed(`Its content has more than ${MAX_BYTES / 1024 / 1024} MB.`);
      return { kind: "content", text, etag: one(headers["etag"]), lastModified: one(headers["last-modified"]) };
    }
    await body.dump();
    if (statusCode === 304) return { kind: "unchanged" };
    if (!REDIRECTS.has(statusCode)) return failed(`Its address answers ${statusCode}.`);
    const next = nextOf(url, one(headers["location"]));
    if (next === null || redirects === MAX_REDIRECTS) return failed("Its address leads nowhere.");
    return follow(next, known, signal, redirects + 1);
  }

  return {
    async fetch(url, known) {
      try {
        return await follow(url, known, AbortSignal.timeout(TIMEOUT_MS), 0);
      } catch (error) {
        return failed(error instanceof Refused ? error.message : `Its address cannot be reached: ${reasonOf(error)}.`);
      }
    },
    close,
  };
}

class Refused extends Error {}

const failed = (problem: string): FeedAnswer => ({ kind: "failed", problem });

const one = (header: string | string[] | undefined): string | null => (typeof header === "string" ? header : null);

/** Where a redirect leads; null for nowhere, and for a way that others can read along when the first was none. */
function nextOf(url: string, location: string | null): string | null {
  if (location === null || !URL.canParse(location, url)) return null;
  const [from, to] = [new URL(url), new URL(location, url)];
  return to.protocol === "https:" || to.protocol === from.protocol ? to.href : null;
}
