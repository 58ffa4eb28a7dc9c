import { failureReason } from "@trilho/engine/failures";
import {
  decideEntry,
  type EntryReasonCode,
  type EntryRule,
  NEVER_ENTERED,
  nextStart,
  replacedBy,
  type StartReason,
} from "@trilho/engine/trigger";
import { because, type Refusal } from "./model/changes.ts";
import { automationKey, type Entered, type Entrant, entrantKey, type Paced } from "./model/entry-port.ts";
import type { NewRun } from "./model/run.ts";
import type { Store } from "./model/stores.ts";

/** A run that an event is to start: at an instant (Unix ms), where the entry rule of its automation allows it. */
export interface MeantRun {
  run: NewRun;
  at: number;
  entry: EntryRule | null;
}

type Asking = MeantRun & { entry: EntryRule };

/** Starts runs, as far as their deals and contacts may enter. Where no automation asks, that is one statement. */
export async function startMeant(inside: Store, meant: readonly MeantRun[]): Promise<void> {
  const asking = meant.filter((each): each is Asking => each.entry !== null);
  if (asking.length === 0) return inside.runs.startAll(meant.map(({ run }) => run));
  const decided = await decide(inside, asking);
  await inside.runs.startAll(meant.map((each) => decided.runs.get(each) ?? each.run));
  const { entries } = inside;
  if (decided.replaced.length > 0) await entries.replace(decided.replaced);
  if (decided.entered.length > 0) await entries.entered(decided.entered);
  if (decided.paced.length > 0) await entries.paced(decided.paced);
}

/** What was decided, to be written. */
interface Decided {
  runs: Map<MeantRun, NewRun>;
  replaced: Parameters<Store["entries"]["replace"]>[0];
  entered: Parameters<Store["entries"]["entered"]>[0];
  paced: Parameters<Store["entries"]["paced"]>[0];
}

/** Who may enter, in the order of what happened, under the locks of all whom it is about. */
async function decide({ entries }: Store, asking: readonly Asking[]): Promise<Decided> {
  const entrants = new Map(asking.map((each) => [keyOf(each), { ...entrantOf(each), again: each.entry.again }]));
  const { entered, now } = await entries.lock([...entrants.values()]);
  const paces = new Map(asking.flatMap(pacesOf));
  const lasts = paces.size === 0 ? new Map<string, number | null>() : await entries.lockPaces([...paces.values()]);
  const standings = new Map([...entrants.keys()].map((key, place) => [key, entered[place] ?? null]));
  const deciding = new Deciding(standings, lasts, now);
  for (const each of asking) deciding.take(each);
  const paced = [...paces].map(([key, pace]) => ({ ...pace, lastAt: lasts.get(key) ?? null }));
  return {
    runs: deciding.runs,
    replaced: deciding.replaced,
    entered: [...deciding.entered].flatMap(([key, of]) => {
      const [row, entrant] = [standings.get(key)?.row, entrants.get(key)];
      return row === undefined || entrant === undefined ? [] : [{ workspaceId: entrant.workspaceId, row, ...of }];
    }),
    paced: paced.filter((pace): pace is Paced & { lastAt: number } => pace.lastAt !== null),
  };
}

/** Takes what is to enter one after the other: each sees what the ones before it did. */
class Deciding {
  readonly runs = new Map<MeantRun, NewRun>();
  readonly replaced: { workspaceId: string; runId: string; refusal: Refusal }[] = [];
  /** The run that each entrant was let in with last. */
  readonly entered = new Map<string, { runId: string; at: number }>();
  private readonly standings: Map<string, Entered | null>;
  private readonly lasts: Map<string, number | null>;
  private readonly now: number;
  /** By the ids of their runs. */
  private readonly taken = new Map<string, MeantRun>();

  constructor(standings: Map<string, Entered | null>, lasts: Map<string, number | null>, now: number) {
    this.standings = standings;
    this.lasts = lasts;
    this.now = now;
  }

  take(each: Asking): void {
    const { entry, at, run } = each;
    const key = keyOf(each);
    const standing = this.standings.get(key) ?? null;
    const decision = decideEntry(entry, standing ?? NEVER_ENTERED, at, this.now);
    if (!decision.starts) return void this.runs.set(each, { ...run, refusal: refusalFor(decision.reason) });
    const startsAt = decision.settles ? decision.at : this.place(each, decision.at);
    if (decision.replaces && standing?.settling) this.replace(run.workspaceId, standing.settling, at);
    const { id } = run;
    this.runs.set(each, {
      ...run,
      ...(decision.settles ? { settlesUntil: startsAt } : laterThan(this.now, startsAt)),
    });
    this.taken.set(id, each);
    this.entered.set(key, { runId: id, at });
    if (standing === null) return;
    const after = decision.settles
      ? { settling: { at, until: startsAt, runId: id } }
      : { startedAt: startsAt, isLive: true, settling: null };
    this.standings.set(key, { ...standing, ...after });
  }

  /** Among the starts of its automation. */
  private place({ entry, run }: Asking, at: number): number {
    const key = automationKey(run);
    const last = this.lasts.get(key);
    if (last === undefined) return at;
    const startsAt = nextStart(entry, last, at);
    this.lasts.set(key, startsAt);
    return startsAt;
  }

  private replace(workspaceId: string, { at, runId }: NonNullable<Entered["settling"]>, later: number): void {
    const refusal = refusalFor(replacedBy(at, later));
    const same = this.taken.get(runId);
    // Its event came just before, and it is not stored yet.
    if (same === undefined) this.replaced.push({ workspaceId, runId, refusal });
    else this.runs.set(same, { ...same.run, refusal });
  }
}

const laterThan = (now: number, startsAt: number): Pick<NewRun, "startsAt"> => (startsAt > now ? { startsAt } : {});

const entrantOf = ({ run: { workspaceId, automationId, dealId, contactId } }: Asking): Entrant => ({
  workspaceId,
  automationId,
  dealId,
  contactId: dealId === null ? contactId : null,
});

const keyOf = (each: Asking): string => entrantKey(entrantOf(each));

/** Starts that settle take their place when they have. */
function pacesOf({ entry: { perHour, settleMs }, run }: Asking): [string, Paced][] {
  if (perHour === null || settleMs > 0) return [];
  const { workspaceId, automationId } = run;
  return [[automationKey(run), { workspaceId, automationId, perHour }]];
}

const refusalFor = ({ code, params }: StartReason): Refusal => ({
  failure: [failureReason(code as EntryReasonCode)],
  why: because(code as EntryReasonCode, params),
});
