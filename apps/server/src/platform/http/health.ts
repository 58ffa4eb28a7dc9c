import type { FastifyInstance } from "fastify";
import { pause } from "../background/pause.ts";
import { hasNoRoom, isReadOnly } from "../database/errors.ts";
import { Refusal } from "./answers/errors.ts";
import { READ, refuseOtherMethods } from "./refuse-early.ts";

/** Who asked twice within this time asks regularly. */
const REGULARLY_MS = 30_000;
/** How long a stop waits for them to ask once more. */
const LAST_ASK_MS = 10_000;
/** Asked for this often at most, by however many. */
const KEPT_MS = 1_000;
/** A database that takes longer to answer does not answer: whoever asks has a limit of its own. */
const LOOK_MS = 1_500;
/** One that still has not after so long may have lost the connection: another one is tried. */
const LOST_MS = 10_000;

/**
 * Outside the API: no key, no limit. `/health/live`: the process answers. `/health` and `/health/ready`: so does the
 * database, which takes changes and has room for them, and the server is not stopping; else 503. A server listens once its
 * schema is up to date. One that is stopping keeps its port open until whoever asks regularly has heard of it.
 */
export function registerHealth(app: FastifyInstance, ping: () => Promise<void>): void {
  let asked: [before: number, last: number] = [-Infinity, -Infinity];
  const announced = new AbortController();
  let stopping = false;
  const look = shared(ping);
  app.addHook("preClose", async () => {
    stopping = true;
    if (performance.now() - asked[0] < REGULARLY_MS) await pause(LAST_ASK_MS, announced.signal);
  });
  app.route({ method: "GET", url: "/health/live", handler: async () => ({ status: "ok" }) });
  for (const url of ["/health", "/health/ready", "/health/live"]) refuseOtherMethods(app, url, READ);
  for (const url of ["/health", "/health/ready"]) {
    app.route({
      method: "GET",
      url,
      async handler(request) {
        asked = [asked[1], performance.now()];
        if (stopping) {
          announced.abort();
          throw unavailable("The server is stopping.");
        }
        await look().catch((error: unknown) => {
          request.log.warn({ err: error }, "health");
          throw unavailable(wordsOf(error));
        });
        return { status: "ok" };
      },
    });
  }
}

function wordsOf(error: unknown): string {
  if (hasNoRoom(error)) return "The database has no room left on its disk.";
  return isReadOnly(error) ? "The database takes no changes." : "The database does not answer.";
}

interface Look {
  at: number;
  isOver: boolean;
  outcome: Promise<void>;
}

/** One look for all who ask within a moment, since anybody may ask; and while it takes longer, no other beside it. */
function shared(look: () => Promise<void>): () => Promise<void> {
  let kept: Look | null = null;
  return async () => {
    const age = kept === null ? Infinity : performance.now() - kept.at;
    if (kept === null || age > (kept.isOver ? KEPT_MS : LOST_MS)) kept = begin(look);
    const left = kept.at + LOOK_MS - performance.now();
    return kept.isOver ? kept.outcome : within(Math.max(0, left), kept.outcome);
  };
}

function begin(look: () => Promise<void>): Look {
  const begun = { at: performance.now(), isOver: false, outcome: look() };
  const end = (): void => {
    begun.isOver = true;
  };
  begun.outcome.then(end, end);
  return begun;
}

async function within(ms: number, outcome: Promise<void>): Promise<void> {
  const over = new AbortController();
  const late = pause(ms, over.signal).then(() => {
    // As a connection says it that nobody answers: part of an outage, which is told once.
    throw Object.assign(new Error(`no answer within ${LOOK_MS} ms`), { code: "ETIMEDOUT" });
  });
  try {
    await Promise.race([outcome, late]);
  } finally {
    late.catch(() => undefined);
    over.abort();
  }
}

const unavailable = (message: string): Refusal => new Refusal({ code: "SERVICE_UNAVAILABLE", message });
