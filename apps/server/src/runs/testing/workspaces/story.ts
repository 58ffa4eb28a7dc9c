import type { Facts, JsonObject, JsonValue, Reason, RunStatus } from "@trilho/engine/contract";

/** What happened in a workspace, as the simulator's result has it: names instead of ids, instants in ISO 8601. */
export interface Told {
  readonly events: readonly ToldEvent[];
  readonly runs: readonly ToldRun[];
  /** At the end. */
  readonly deals: Readonly<Record<string, Facts>>;
}

export interface ToldEvent {
  readonly id: string;
  readonly at: string;
  readonly type: string;
  readonly dealId: string | null;
  readonly contactId: string | null;
  readonly depth: number;
  readonly payload: JsonObject;
}

export interface ToldRun {
  readonly id: string;
  readonly automationId: string;
  readonly eventId: string;
  readonly dealId: string | null;
  readonly contactId: string | null;
  readonly depth: number;
  readonly status: RunStatus;
  readonly endedAt: string | null;
  /** Why it is skipped. */
  readonly refusal?: { readonly code: string; readonly params: JsonObject } | undefined;
  readonly steps: readonly {
    readonly seq: number;
    readonly at: string;
    readonly nodeId: string;
    readonly handle: string | null;
    readonly edgeId: string | null;
    readonly why: Reason;
  }[];
  /** Actions, with how often they were tried; as its steps tell where that is not said. */
  readonly effects?: readonly Effect[];
}

interface Effect {
  readonly nodeId: string;
  readonly attempts: number;
}

interface Line {
  readonly at: string;
  readonly text: string;
}

/** A workspace's story, a line for each thing that happened, in the order of time. */
export function storyOf({ events, runs, deals }: Told): string[] {
  const lines = [...events.map(lineOfEvent), ...runs.flatMap(linesOfRun)];
  const inTime = lines.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const ends = Object.entries(deals).map(([id, { deal }]) => `at the end ${id} ${shown(ofDeal(deal ?? {}))}`);
  return [...inTime.map(({ at, text }) => `${at} ${text}`), ...ends.toSorted()];
}

function lineOfEvent({ id, at, type, dealId, contactId, depth, payload }: ToldEvent): Line {
  const keys = TELLING[type];
  const told = keys === undefined ? payload : Object.fromEntries(keys.map((key) => [key, payload[key] ?? null]));
  return { at, text: `${id} ${type} of ${dealId} and ${contactId}, depth ${depth} ${shown(told)}` };
}

/** Where people need more than triggers do, life writes more: what both say. */
const PLACE = ["pipelineId", "stageId"];
const TELLING: Readonly<Record<string, readonly string[]>> = {
  tag_added: [...PLACE, "tagId"],
  tag_removed: [...PLACE, "tagId"],
  message_received: [...PLACE, "text", "buttonId"],
  instagram_comment: ["text"],
  task_completed: [...PLACE, "assigneeUserId"],
  schedule: ["automationId", "scheduledAt"],
  incoming_webhook: ["automationId", "body"],
};

function linesOfRun(run: ToldRun): Line[] {
  const { id, automationId, eventId, dealId, contactId, depth, status, endedAt, refusal, steps } = run;
  const about = `${id} of ${automationId}`;
  const taken = steps.map(({ seq, at, nodeId, handle, edgeId, why }) => ({
    at,
    text: `${about} step ${seq}: ${nodeId} ${handle === null ? "stays" : `leaves by ${handle} along ${edgeId}`} ${shown(why)}`,
  }));
  const why = refusal === undefined ? "" : ` ${refusal.code} ${shown(paramsOf(refusal))}`;
  const whose = `from ${eventId}, ${dealId} and ${contactId}, depth ${depth}`;
  const { effects = effectsIn(run) } = run;
  const tries = effects.map(({ nodeId, attempts }) => `${nodeId} ${attempts}`).toSorted();
  const tried = { at: endedAt ?? STILL, text: `${about} tried ${tries.join(", ")}` };
  return [...taken, tried, { at: endedAt ?? STILL, text: `${about} ${whose} is ${status}${why}` }];
}

function effectsIn({ steps }: ToldRun): Effect[] {
  const tries = steps.filter(({ why }) => why.code === "performing").map(({ nodeId }) => nodeId);
  return [...new Set(tries)].map((nodeId) => ({ nodeId, attempts: tries.filter((each) => each === nodeId).length }));
}

/** After every instant. */
const STILL = "later";

/** The server says of a chain that it is too long, and the simulator how long. */
const paramsOf = ({ code, params }: NonNullable<ToldRun["refusal"]>): JsonObject =>
  code === "chain-too-deep" ? {} : params;

const OF_DEAL = [
  "value",
  "currency",
  "pipelineId",
  "stageId",
  "status",
  "responsibleUserId",
  "coOwnerUserId",
  "lostReason",
  "source",
  "expectedCloseAt",
  "daysInStage",
];

/** Nobody promises an order of tags, and a custom field that was emptied is as one that never had a value. */
function ofDeal(deal: JsonObject): JsonObject {
  const tags = Array.isArray(deal["tagIds"]) ? deal["tagIds"].map(String).toSorted() : [];
  const custom = Object.entries(deal["customFields"] ?? {}).filter(([, value]) => value !== null);
  const said = Object.fromEntries(OF_DEAL.map((key) => [key, deal[key] ?? null]));
  return { ...said, tags, customFields: Object.fromEntries(custom) };
}

/** The same for the same values, whatever the order of their keys. */
const shown = (value: unknown): string => JSON.stringify(value, (_, inner: JsonValue) => sorted(inner));

const sorted = (value: JsonValue): JsonValue =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;
