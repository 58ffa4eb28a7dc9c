import { DAY_SECONDS, type Facts, type JsonObject, type JsonValue } from "@trilho/engine";
import type { Happening, WorkspaceDeal, WorkspaceScenario, WorkspaceStage } from "@trilho/engine/workspace";

/** Ids of what is made up. */
const DEAL = "deal";
const CONTACT = "contact";
const DEFAULT_IDLE_SECONDS = 3 * DAY_SECONDS;

/** What starts an automation, and the deal as it is once that has happened. */
export interface Occasion {
  automationId: string;
  triggerType: string;
  /** The trigger's settings. */
  config: JsonObject;
  facts: Facts;
  /** ISO 8601. */
  at: string;
  stages: readonly WorkspaceStage[];
}

/** The deal before, and what happens to it; nothing where time passes. */
interface Turn {
  before: JsonObject;
  happening: Happening | null;
  /** How long nothing happened before, in seconds. */
  rest?: number;
}

/** A deal, its contact, and what happens to them so that an automation's trigger fires. */
export function occasionOf(given: Occasion): Pick<WorkspaceScenario, "deals" | "contacts" | "events" | "from"> {
  const { facts, at } = given;
  const occasion = { ...given, facts: { ...facts, deal: placed(given) } };
  const { before, happening, rest = 0 } = TURNS[given.triggerType]?.(occasion) ?? raised(occasion);
  return {
    deals: happening?.type === "deal_created" ? [] : [dealOf(before)],
    contacts: [{ id: CONTACT, facts: facts.contact ?? {} }],
    events: happening === null ? [] : [happening],
    from: new Date(Date.parse(at) - rest * 1000).toISOString(),
  };
}

/** How triggers fire that more than their own event belongs to; null where that cannot be made up. */
const TURNS: Readonly<Record<string, (occasion: Occasion) => Turn | null>> = {
  deal_created: (occasion) => created(occasion, {}),
  deal_updated: updated,
  stage_entered: moved,
  stage_left: moved,
  deal_won: moved,
  deal_lost: moved,
  tag_added: (occasion) => tagged(occasion, "addTagIds"),
  tag_removed: (occasion) => tagged(occasion, "removeTagIds"),
  custom_field_changed(occasion) {
    const slug = textOf(occasion.config["fieldSlug"]);
    return slug === null ? null : filled(occasion, `${CUSTOM}${slug}`, textOf(occasion.config["value"]));
  },
  message_received({ config, facts: { deal = {}, message }, at }) {
    const text = textOf(message?.["text"]) ?? firstOf(config["keywords"]) ?? "";
    const channelId = textOf(config["channelId"]);
    const reply = { text };
    return {
      before: deal,
      happening: { type: "message", at, contactId: CONTACT, reply, ...(channelId !== null && { channelId }) },
    };
  },
  deal_idle: ({ config, facts: { deal = {} } }) => ({
    before: deal,
    happening: null,
    rest: Number(config["idleSeconds"]) || DEFAULT_IDLE_SECONDS,
  }),
};

const dealOf = (facts: JsonObject): WorkspaceDeal => ({ id: DEAL, contactId: CONTACT, facts });
const isOpen = ({ isWon, isLost }: WorkspaceStage): boolean => isWon !== true && isLost !== true;
const textOf = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const firstOf = (value: JsonValue | undefined): string | null => textOf([value ?? null].flat()[0]);

/** A deal is always in a stage: the first open one where none is said. */
function placed({ facts: { deal = {} }, stages }: Occasion): JsonObject {
  if (textOf(deal["stageId"]) !== null) return deal;
  const pipeline = textOf(deal["pipelineId"]);
  const first = stages.find((each) => isOpen(each) && (pipeline === null || each.pipelineId === pipeline));
  return first === undefined ? deal : { ...deal, stageId: first.id };
}

function created({ config, facts: { deal = {} }, at }: Occasion, more: JsonObject): Turn {
  const source = textOf(config["source"]);
  const facts = { ...deal, ...(source !== null && { source }), ...more };
  return { before: {}, happening: { type: "deal_created", at, deal: dealOf(facts) } };
}

function tagged({ config, facts: { deal = {} }, at }: Occasion, change: "addTagIds" | "removeTagIds"): Turn | null {
  const tagIds = [deal["tagIds"] ?? []].flat();
  const tagId = firstOf(config["tagIds"]) ?? firstOf(tagIds);
  if (tagId === null) return null;
  const others = tagIds.filter((each) => each !== tagId);
  return {
    before: { ...deal, tagIds: change === "addTagIds" ? others : [...others, tagId] },
    happening: { type: "deal_changed", at, dealId: DEAL, [change]: [tagId] },
  };
}

const CUSTOM = "customFields.";
/** What changes as a deal is moved. */
const OF_PLACE: ReadonlySet<string> = new Set(["stageId", "pipelineId", "status"]);

function updated(occasion: Occasion): Turn | null {
  const field = firstOf(occasion.config["fields"]) ?? "value";
  return OF_PLACE.has(field)
    ? moved({ ...occasion, triggerType: "stage_entered", config: {} })
    : filled(occasion, field, null);
}

/** A field that was empty gets a value: the one that is asked for, else what the deal has. */
function filled({ facts: { deal = {} }, at }: Occasion, field: string, asked: string | null): Turn {
  const isCustom = field.startsWith(CUSTOM);
  const name = isCustom ? field.slice(CUSTOM.length) : field;
  const holder = isCustom ? { ...(deal["customFields"] as JsonObject | undefined) } : deal;
  const known = holder[name] ?? null;
  const emptied = { ...holder, [name]: null };
  return {
    before: isCustom ? { ...deal, customFields: emptied } : emptied,
    happening: {
      type: "deal_changed",
      at,
      dealId: DEAL,
      set: { [field]: field === "value" ? Number(known) || 1 : (asked ?? known ?? "…") },
    },
  };
}

/** What triggers say of a deal that they end. */
const ENDINGS: Readonly<Record<string, "won" | "lost">> = { deal_won: "won", deal_lost: "lost" };

/** A move from one stage to another; null where there are no two. */
function moved(occasion: Occasion): Turn | null {
  const { triggerType, config, facts, stages, at } = occasion;
  const { deal = {} } = facts;
  const { from, to } = endsOf(occasion);
  // Where no stage comes before it, the deal is made there.
  if (to !== null && from === null && triggerType === "stage_entered") return created(occasion, { stageId: to });
  const isTold = to !== null && from !== null && from !== to;
  const ending = ENDINGS[triggerType];
  if (!isTold && (ending === undefined || stages.length > 0)) return null;
  const lostReason = firstOf(config["lostReasons"]) ?? deal["lostReason"] ?? null;
  return {
    before: { ...deal, ...(isTold && { stageId: from }), status: "open", lostReason: isTold ? null : lostReason },
    happening: {
      type: "deal_changed",
      at,
      dealId: DEAL,
      set: {
        ...(isTold ? { stageId: to } : { status: ending ?? null }),
        ...(ending === "lost" && lostReason !== null && { lostReason }),
      },
    },
  };
}

/** Where a deal comes from and goes to: what the settings ask for, else where it stands and a stage beside it. */
function endsOf({ triggerType, config, facts, stages }: Occasion): Record<"from" | "to", string | null> {
  const own = textOf(facts.deal?.["stageId"]);
  const asked = textOf(config["stageId"]);
  const here = stages.find(({ id }) => id === (asked ?? own));
  const near = stages.filter(({ pipelineId }) => here === undefined || pipelineId === here.pipelineId);
  const beside = (than: string | null): string | null =>
    (near.find((each) => isOpen(each) && each.id !== than) ?? near.find(({ id }) => id !== than))?.id ?? null;
  if (triggerType === "stage_left") {
    const from = asked ?? own;
    return { from, to: textOf(config["toStageId"]) ?? beside(from) };
  }
  const ending = ENDINGS[triggerType];
  const end = near.find((each) => (ending === "won" ? each.isWon : each.isLost) === true)?.id ?? null;
  const to = ending === undefined ? (asked ?? own) : end;
  return { from: textOf(config["fromStageId"]) ?? beside(to), to };
}

/** The event alone, with what the trigger's settings ask of it. */
function raised({ automationId, triggerType, config, facts: { deal = {}, message }, at }: Occasion): Turn {
  const isScheduled = triggerType === "schedule";
  const isOfNobody = isScheduled && config["forEachDeal"] !== true;
  const { channelId, mediaId, assigneeUserId, fields, keywords } = config;
  const text = message?.["text"] ?? firstOf(keywords);
  const asked = Object.entries({ channelId, mediaId, assigneeUserId, fields, text });
  return {
    before: deal,
    happening: {
      type: "event",
      at,
      event: triggerType,
      ...(!isOfNobody && { dealId: DEAL, contactId: CONTACT }),
      payload: {
        ...Object.fromEntries(asked.flatMap(([key, value]) => (value ? [[key, value]] : []))),
        ...((isScheduled || triggerType === "incoming_webhook") && { automationId }),
      },
    },
  };
}
