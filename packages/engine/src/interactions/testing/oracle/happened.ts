import { isObject } from "../../../contract/json.ts";
import type { JsonValue } from "../../../contract/json.ts";
import type { WorkspaceAutomation, WorkspaceEvent, WorkspaceResult, WorkspaceRun } from "../../../workspace/types.ts";

/** What happened between automations, as docs/findings.md words it and by nothing that the analysis uses. */
export function happened(result: WorkspaceResult, automations: readonly WorkspaceAutomation[]): Set<string> {
  const story = new Story(result, automations);
  return new Set([
    ...loops(story),
    ...answersTaken(story),
    ...undone(story),
    ...sameMessages(story),
    ...manyMessages(story),
    ...movedOn(story),
  ]);
}

/** A finding's kind and the automations that it is about. */
export const keyOf = (code: string, ids: readonly string[]): string =>
  `${code}: ${[...new Set(ids)].toSorted().join(" ")}`;

/**
 * Whether a key is among others. Of a loop, others may be drawn along in its chain; of too many messages, two of their
 * automations are enough.
 */
export function isAmong(key: string, others: ReadonlySet<string>): boolean {
  const [code, ...ids] = key.split(" ");
  return [...others].some((other) => {
    const [its, ...parties] = other.split(" ");
    if (its !== code) return false;
    const both = parties.filter((id) => ids.includes(id)).length;
    if (code === "loop:") return both === Math.min(ids.length, parties.length);
    return code === "many-messages:" ? both > 1 : other === key;
  });
}

const HOUR = 3_600_000;
const MOST_A_DAY = 5;
const ms = (at: string): number => Date.parse(at);

/** A message that went out. */
interface Sent {
  readonly run: WorkspaceRun;
  readonly text: string;
  readonly at: number;
}

/** A change of one thing of a deal by a run. */
interface Change {
  readonly run: WorkspaceRun;
  readonly thing: string;
  readonly from: string;
  readonly to: string;
  readonly at: number;
}

/** A simulated workspace, as somebody reads it from its first event to its last. */
class Story {
  readonly result: WorkspaceResult;
  readonly automations: readonly WorkspaceAutomation[];
  readonly changes: readonly Change[];
  readonly sent: readonly Sent[];
  private readonly runs: ReadonlyMap<string, WorkspaceRun>;
  private readonly events: ReadonlyMap<string, WorkspaceEvent>;
  private readonly chains = new Map<WorkspaceRun, readonly WorkspaceRun[]>();

  constructor(result: WorkspaceResult, automations: readonly WorkspaceAutomation[]) {
    this.result = result;
    this.automations = automations;
    this.runs = new Map(result.runs.map((run) => [run.id, run]));
    this.events = new Map(result.events.map((event) => [event.id, event]));
    this.changes = result.events.flatMap((event) => changesOf(event, this.raiser(event)));
    this.sent = result.runs.flatMap((run) =>
      run.steps.flatMap(({ nodeId, at, why }) => {
        const text = this.textOf(run.automationId, nodeId);
        const isSent = why.code === "succeeded" || why.code === "awaiting-reply";
        return text !== null && isSent ? [{ run, text, at: ms(at) }] : [];
      }),
    );
  }

  raiser({ raisedBy }: WorkspaceEvent): WorkspaceRun | null {
    return this.runs.get(raisedBy?.runId ?? "") ?? null;
  }

  /** The runs that led to a run, itself first. */
  chain(run: WorkspaceRun): readonly WorkspaceRun[] {
    const known = this.chains.get(run);
    if (known !== undefined) return known;
    const event = this.events.get(run.eventId);
    const parent = event === undefined ? null : this.raiser(event);
    const chain = parent === null ? [run] : [run, ...this.chain(parent)];
    this.chains.set(run, chain);
    return chain;
  }

  /** When the world did what a run goes back to. */
  beganAt(run: WorkspaceRun): string {
    const first = this.chain(run).at(-1) ?? run;
    return this.events.get(first.eventId)?.at ?? "";
  }

  /** Two automations, of one occasion. */
  isOneOccasion(one: WorkspaceRun, other: WorkspaceRun): boolean {
    return one.automationId !== other.automationId && this.beganAt(one) === this.beganAt(other);
  }

  private textOf(automationId: string, nodeId: string | null): string | null {
    const nodes = this.automations.find(({ id }) => id === automationId)?.graphDefinition.nodes ?? [];
    const node = nodes.find(({ id, actionType }) => id === nodeId && actionType === "send_whatsapp");
    return node === undefined ? null : String(node.config?.["text"]).trim().toLowerCase();
  }
}

function changesOf({ type, payload, at }: WorkspaceEvent, run: WorkspaceRun | null): Change[] {
  if (run === null) return [];
  const change = (thing: string, from: JsonValue | undefined, to: JsonValue | undefined): Change => ({
    run,
    thing,
    from: String(from ?? null),
    to: String(to ?? null),
    at: ms(at),
  });
  if (type === "tag_added" || type === "tag_removed") {
    const isAdded = type === "tag_added";
    return [change(`tag ${String(payload["tagId"])}`, !isAdded, isAdded)];
  }
  if (type !== "deal_updated" || !isObject(payload["changes"])) return [];
  const told = Object.entries(payload["changes"]).filter(
    ([field]) => ["stageId", "responsibleUserId"].includes(field) || field.startsWith("customFields."),
  );
  return told.flatMap(([field, value]) => (isObject(value) ? [change(field, value["from"], value["to"])] : []));
}

/** Nothing ended it but the limit of ten in a chain. */
function loops(story: Story): string[] {
  return story.result.runs.flatMap((run) => {
    if (run.refusal?.code !== "chain-too-deep") return [];
    const ids = story.chain(run).map(({ automationId }) => automationId);
    return [keyOf("loop", ids.slice(1))];
  });
}

/** What the contact answers to one is taken by another one. */
function answersTaken({ result }: Story): string[] {
  const idOf = (runId: string | undefined) => result.runs.find(({ id }) => id === runId)?.automationId ?? "";
  return result.messages.flatMap(({ meantFor, takenBy }) => {
    const [asked, taking] = [idOf(meantFor?.runId), idOf(takenBy?.runId)];
    return meantFor !== null && takenBy !== null && asked !== taking ? [keyOf("answer-taken", [asked, taking])] : [];
  });
}

/** Within an hour, and nobody did something in between; where one started the other, the deal is as it was before. */
function undone(story: Story): string[] {
  return story.changes.flatMap((first, place) =>
    story.changes.slice(place + 1).flatMap((second) => {
      const [one, other] = [first.run, second.run];
      if (first.thing !== second.thing || second.at - first.at > HOUR || !story.isOneOccasion(one, other)) return [];
      const isLed = story.chain(other).includes(one);
      const isUndone = isLed ? second.to === first.from : second.to !== first.to;
      return isUndone ? [keyOf("opposite-writes", [one.automationId, other.automationId])] : [];
    }),
  );
}

function sameMessages(story: Story): string[] {
  return story.sent.flatMap((first, place) =>
    story.sent.slice(place + 1).flatMap((second) => {
      const isSame = first.text === second.text && Math.abs(second.at - first.at) < 24 * HOUR;
      return isSame && story.isOneOccasion(first.run, second.run)
        ? [keyOf("same-message", [first.run.automationId, second.run.automationId])]
        : [];
    }),
  );
}

/** More than five within a day, of several automations that one event started. */
function manyMessages(story: Story): string[] {
  return story.sent.flatMap((first) => {
    const within = story.sent.filter(({ run, at }) => {
      const isThen = at >= first.at && at < first.at + 24 * HOUR;
      return isThen && run.depth === 0 && story.beganAt(run) === story.beganAt(first.run);
    });
    const ids = new Set(within.map(({ run }) => run.automationId));
    return within.length > MOST_A_DAY && ids.size > 1 ? [keyOf("many-messages", [...ids])] : [];
  });
}

/** One is about deals in a stage, another one moves the deal out of it, and the first writes all the same. */
function movedOn(story: Story): string[] {
  return story.changes.flatMap((move, place) =>
    move.thing !== "stageId"
      ? []
      : story.sent.flatMap(({ run, at }) => {
          const isLater = at - move.at >= 60_000 && run.dealId === move.run.dealId;
          if (!isLater || stageOf(story, run) !== move.from || !story.isOneOccasion(move.run, run)) return [];
          // Of what happens at one instant, what comes before the move does not undo it.
          const isBack = story.changes
            .slice(place + 1)
            .some(({ thing, to, at: then }) => thing === "stageId" && to === move.from && then <= at);
          return isBack ? [] : [keyOf("moved-on", [move.run.automationId, run.automationId])];
        }),
  );
}

/** The stage that an automation is about. */
function stageOf({ automations }: Story, run: WorkspaceRun): string | null {
  const { scope, stageId, triggerType, triggerConfig } = automations.find(({ id }) => id === run.automationId) ?? {};
  if (scope === "stage" && triggerType !== "stage_left") return stageId ?? null;
  return triggerType === "stage_entered" ? String(triggerConfig?.["stageId"] ?? "") : null;
}
