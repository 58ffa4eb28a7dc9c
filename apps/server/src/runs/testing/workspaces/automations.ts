import type { Outcome } from "@trilho/engine";
import type { Entry, JsonObject, Reply } from "@trilho/engine/contract";
import type { WorkspaceAutomation, WorkspaceOutcomes } from "@trilho/engine/workspace";
import * as fc from "fast-check";
import { BUTTONS, ENDLESS, graphs, LEADS, openStageIds, queries, stageIds, tagIds, words } from "./graphs.ts";

type Trigger = Pick<WorkspaceAutomation, "triggerType" | "triggerConfig">;

const trigger = (triggerType: string, config: fc.Arbitrary<JsonObject | null> = fc.constant(null)) =>
  config.map((triggerConfig): Trigger => ({ triggerType, triggerConfig }));

const isOfNobody = ({ triggerType, triggerConfig }: Trigger): boolean =>
  triggerType === "schedule" && triggerConfig?.["forEachDeal"] !== true;

/** Automations of one workspace do not come at the same minute. */
export const cronOf = (place: number): string => `${place * 7} */8 * * *`;

/** Those that deeds and actions raise most. */
const common: fc.Arbitrary<Trigger> = fc
  .constantFrom("deal_created", "deal_updated", "stage_entered", "tag_added", "message_received")
  .map((triggerType) => ({ triggerType, triggerConfig: null }));

const triggers: fc.Arbitrary<Trigger> = fc.oneof(
  { arbitrary: common, weight: 8 },
  trigger("deal_updated", fc.constantFrom(null, { fields: ["value"] })),
  trigger("stage_entered", fc.option(stageIds.map((stageId) => ({ stageId })))),
  trigger("stage_left"),
  trigger("deal_won"),
  trigger("deal_lost"),
  trigger("tag_added", fc.option(tagIds.map((tagId) => ({ tagIds: [tagId] })))),
  trigger("tag_removed"),
  trigger("custom_field_changed", fc.constant({ fieldSlug: "segment" })),
  trigger("message_received", fc.option(words.map((word) => ({ keywords: [word] })))),
  trigger("instagram_comment"),
  trigger("task_completed"),
  trigger("deal_idle", fc.constantFrom({ idleSeconds: 3600 }, { idleSeconds: 7200 })),
  trigger("schedule", fc.constant({})),
  trigger("schedule", fc.constant({ forEachDeal: true })),
  trigger("incoming_webhook", fc.constant({ dealSeqPath: "deal" })),
);

const entries: fc.Arbitrary<Entry> = fc
  .record({
    again: fc.constantFrom("always" as const, "once" as const, "after" as const, "not_while_live" as const),
    settleSeconds: fc.constantFrom(null, 60, 300),
    perHour: fc.constantFrom(null, 3, 60),
  })
  .map((entry) => (entry.again === "after" ? { ...entry, afterSeconds: 600 } : entry));

const scopes: fc.Arbitrary<Pick<WorkspaceAutomation, "scope" | "pipelineId" | "stageId">> = fc.oneof(
  { arbitrary: fc.constant({ scope: "global" as const, pipelineId: null, stageId: null }), weight: 3 },
  fc.constantFrom("p1", "p2").map((pipelineId) => ({ scope: "pipeline" as const, pipelineId, stageId: null })),
  openStageIds.map((stageId) => ({
    scope: "stage" as const,
    pipelineId: stageId === "s3" ? "p2" : "p1",
    stageId,
  })),
);

const rarely = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 5 }, { arbitrary: value, weight: 1 });

const WINDOW = { days: [{ weekday: 1, from: "09:30", to: "11:00" }] };

/** `most` of them, each with settings of its own. */
export const automations = (most: number): fc.Arbitrary<readonly WorkspaceAutomation[]> =>
  fc
    .array(
      fc.record({
        trigger: triggers,
        isEndless: fc.nat(9).map((draw) => draw === 9),
        makesLeads: fc.boolean(),
        scope: scopes,
        entry: rarely(entries),
        graphDefinition: graphs,
        respectBusinessHours: fc.boolean(),
        triggerWindow: rarely(fc.constant(WINDOW)),
        conditions: rarely(queries),
      }),
      { minLength: 3, maxLength: most },
    )
    .map((drawn) =>
      drawn.map(({ trigger: { triggerType, triggerConfig }, scope, entry, isEndless, makesLeads, ...rest }, place) => ({
        id: `a${place}`,
        ...scope,
        ...rest,
        ...(isEndless && { graphDefinition: ENDLESS }),
        // Runs about nobody can do little else, and take turns there.
        ...(makesLeads && isOfNobody({ triggerType, triggerConfig }) && { graphDefinition: LEADS }),
        triggerType,
        triggerConfig: {
          ...triggerConfig,
          ...(triggerType === "schedule" && { cron: cronOf(place) }),
          ...(entry !== null && { entry }),
        },
      })),
    );

const reply = fc.oneof(
  words.map((text) => ({ text })),
  fc.constantFrom(...BUTTONS).map(({ id }) => ({ buttonId: id })),
);
const timed = { afterSeconds: fc.constantFrom(0, 30, 45, 60, 240, 900), reply };

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant("reply" as const), ...timed }), weight: 6 },
  fc.record({ type: fc.constant("reply" as const), ...timed, further: fc.array(fc.record(timed), { maxLength: 2 }) }),
  fc.constant({ type: "silence" as const }),
  fc.record({ type: fc.constant("fail" as const), times: fc.nat(3) }),
  fc.constant({ type: "fail" as const, times: 1, retryAfterSeconds: 90 }),
  fc.constant({ type: "fail_permanently" as const }),
  fc.constant({ type: "uncertain" as const }),
);

/** What others do fails, and contacts answer; what the workspace itself decides is no outcome. */
const OUTSIDE: ReadonlySet<string> = new Set(["send_whatsapp", "send_email", "webhook"]);
const hasButtons = (config: JsonObject | undefined): boolean => config?.["buttons"] !== undefined;

/** How the world answers what automations send, as `drawn` says one after the other. */
export function outcomesOf(
  known: readonly WorkspaceAutomation[],
  drawn: readonly (Outcome | null)[],
): WorkspaceOutcomes {
  let count = 0;
  return Object.fromEntries(
    known.map(({ id, graphDefinition }) => [
      id,
      Object.fromEntries(
        graphDefinition.nodes.flatMap(({ id: nodeId, actionType = null, config }) => {
          if (actionType === null || !OUTSIDE.has(actionType)) return [];
          const next = drawn[(count += 1) % drawn.length] ?? null;
          return next === null ? [] : [[nodeId, hasButtons(config) ? next : withoutButtons(next)]];
        }),
      ),
    ]),
  );
}

const said = ({ text = "b" }: Reply): Reply => ({ text });

/** Nobody presses what is not there. */
function withoutButtons(given: Outcome): Outcome {
  if (given.type !== "reply") return given;
  const { further = [] } = given;
  return {
    ...given,
    reply: said(given.reply),
    further: further.map((later) => ({ ...later, reply: said(later.reply) })),
  };
}

export const outcomes: fc.Arbitrary<readonly (Outcome | null)[]> = fc.array(fc.option(outcome, { freq: 4 }), {
  minLength: 6,
  maxLength: 6,
});
