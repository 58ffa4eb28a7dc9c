import type { Candidate, Kind } from "../kinds/kind.ts";
import { KINDS } from "../kinds/kinds.ts";
import type { KnownAutomation } from "../model/read-automations.ts";
import type { Surroundings } from "../model/read-workspace.ts";
import { WorkspaceIndex } from "../model/workspace-index.ts";
import { Things } from "../starts/things.ts";
import type { Inquiry } from "../witness/trial.ts";
import { findingKey, partiesOf } from "../finding.ts";
import type { Finding } from "../finding.ts";
import type { Memory } from "./memory.ts";

/** One automation takes part in so many findings of a kind: more say nothing new about it. */
const MOST_OF_ONE = 10;
/** Any two automations that ask may meet if two things happen: fewer of them say as much. */
const MOST_APART = 3;
/** So many ways in which a third automation brings others together are kept for later. */
const MOST_OF_THIRDS = 1000;
/** The proof that an automation never starts, in ways and simulations. */
const PROOF_COST = 0.05;

/** What is looked for, and what is found. */
export interface Search {
  readonly about: string | null;
  readonly memory: Memory;
  /** Ways and simulations that may still be tried. */
  left: number;
  /** Whether there was more than could be looked at. */
  isCut: boolean;
  /** Of each kind, by what tells them apart. */
  readonly found: Map<string, Finding>[];
  unreadable: readonly string[];
}

/** Looks for automations that never start, then at what the others may do to each other, each kind with its share. */
export function* lookAt(
  known: readonly KnownAutomation[],
  { told, stages, lists }: Surroundings,
  search: Search,
): Generator<void> {
  const starting = yield* thatMayStart(known, new Things(stages, lists, known), search);
  const index = new WorkspaceIndex(starting, stages, search.about);
  yield* index.findStarters();
  const workspace = { ...told, automations: starting.map(({ automation }) => automation) };
  const kinds = KINDS.map((kind): Looking => ({ kind, found: new Map(), counts: new Map(), thirds: [] }));
  search.found.push(...kinds.map(({ found }) => found));
  // What two do by themselves comes before what a third one brings about.
  for (const candidatesOf of [direct, ({ thirds }: Looking) => thirds]) {
    for (const [place, looking] of kinds.entries()) {
      const share = Math.ceil(search.left / (kinds.length - place));
      const inquiry: Inquiry = { workspace, stages, timeZone: told.timeZone, left: share };
      yield* lookFor(candidatesOf(looking, index, search), looking, index, search, inquiry);
      search.left -= share - Math.max(0, inquiry.left);
    }
  }
  search.isCut ||= index.isCut;
}

/** What is found of a kind. */
interface Looking {
  readonly kind: Kind;
  readonly found: Map<string, Finding>;
  /** In how many findings each automation takes part. */
  readonly counts: Map<string, number>;
  /** What a third automation brings about, for later. */
  readonly thirds: Candidate[];
}

function* direct({ kind, thirds }: Looking, index: WorkspaceIndex, search: Search): Generator<Candidate | null> {
  for (const candidate of kind.candidates(index)) {
    if (!candidate?.third) yield candidate;
    else if (thirds.length < MOST_OF_THIRDS) thirds.push(candidate);
    else search.isCut = true;
  }
}

/** What never starts does nothing to others. */
function* thatMayStart(
  known: readonly KnownAutomation[],
  things: Things,
  search: Search,
): Generator<void, KnownAutomation[]> {
  const found = new Map<string, Finding>();
  search.found.push(found);
  const starting: KnownAutomation[] = [];
  for (const each of known) {
    const never = search.left > 0 ? search.memory.never(each, things) : null;
    search.isCut ||= search.left <= 0;
    search.left -= PROOF_COST;
    if (never === null) starting.push(each);
    else if (search.about === null || search.about === each.id)
      found.set(each.id, { ...never, shown: null, proved: true });
    yield;
  }
  return starting;
}

function* lookFor(
  candidates: Iterable<Candidate | null>,
  { found, counts }: Looking,
  index: WorkspaceIndex,
  search: Search,
  inquiry: Inquiry,
): Generator<void> {
  for (const candidate of candidates) {
    if (candidate === null) yield;
    if (candidate === null || !isWanted(candidate, search.about, found, counts)) continue;
    if (inquiry.left <= 0) {
      search.isCut = true;
      return;
    }
    const finding = yield* lookFurther(candidate, index, search, inquiry);
    if (finding !== null && (finding.shown !== null || inquiry.left > 0)) keep(finding, found, counts);
    yield;
  }
}

function keep(finding: Finding, found: Map<string, Finding>, counts: Map<string, number>): void {
  const key = findingKey(finding);
  if (!found.has(key)) for (const id of partiesOf(finding)) counts.set(id, (counts.get(id) ?? 0) + 1);
  if (finding.shown !== null || !found.has(key)) found.set(key, finding);
}

function* lookFurther(
  candidate: Candidate,
  index: WorkspaceIndex,
  { memory }: Search,
  inquiry: Inquiry,
): Generator<void, Finding | null> {
  const { told } = candidate;
  const answer = yield* memory.sought(candidate, index.byId, inquiry);
  if (typeof answer !== "string") return { ...answer.told, shown: answer.witness, proved: false };
  const isGuess = told.params["meeting"] === "two-events" || Boolean(candidate.third);
  return answer === "unknown" && !isGuess ? { ...told, shown: null, proved: false } : null;
}

/** Not what others say already. */
function isWanted(
  { told }: Candidate,
  about: string | null,
  found: ReadonlyMap<string, Finding>,
  counts: ReadonlyMap<string, number>,
): boolean {
  const parties = partiesOf(told);
  if (about !== null && !parties.includes(about)) return false;
  if (found.get(findingKey(told))?.shown) return false;
  const most = told.params["meeting"] === "two-events" && about === null ? MOST_APART : MOST_OF_ONE;
  const others = parties.filter((id) => id !== about);
  return others.length === 0 || others.some((id) => (counts.get(id) ?? 0) < most);
}
