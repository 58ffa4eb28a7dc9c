import { describe, expect, it } from "vitest";
import { ACTION_TYPES } from "../contract/definition.ts";
import type { ActionType } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import { lackOf } from "../contract/needs.ts";
import type { LackCode, Trigger } from "../contract/needs.ts";
import { TRIGGER_TYPES } from "../contract/triggers.ts";
import { failureReason, failureMessage } from "../failures/describe.ts";
import { simulateCohort } from "../cohort/simulate-cohort.ts";
import { simulateRun } from "../simulate/simulate-run.ts";
import { action, edges, end, trigger as start } from "./testing/graphs.ts";
import { validateGraph } from "./validate/validate.ts";

/** Every trigger, and the settings that change what it brings. */
const TRIGGERS: Trigger[] = [
  ...Object.keys(TRIGGER_TYPES).map((type) => ({ type })),
  { type: "schedule", config: { forEachDeal: true } },
  { type: "incoming_webhook", config: { emailPath: "customer.email" } },
];

const named = ({ type, config }: Trigger): string => `${type}${config ? ` ${Object.keys(config).join()}` : ""}`;

/** What each action cannot be carried out without; the contract's required keys are filled in. */
const CONFIGS: Partial<Record<ActionType, JsonObject>> = {
  add_tag: { tagIds: ["t"] },
  remove_tag: { tagIds: ["t"] },
  move_stage: { targetStageId: "s" },
  set_custom_field: { fieldSlug: "roof", value: 1 },
  assign_responsible: { userId: "u" },
  add_co_owner: { userId: "u" },
  wait: { delaySeconds: 5 },
  webhook: { url: "https://example.com" },
};

const DEAL_ALONE = [
  "move_stage",
  "add_tag",
  "remove_tag",
  "set_custom_field",
  "assign_responsible",
  "add_co_owner",
  "create_task",
  "cia_deal_analysis",
  "stop_automations",
] as const;
const COMMENT_ALONE = ["reply_instagram_comment", "send_instagram_private_reply", "hide_instagram_comment"] as const;
const all = (types: readonly ActionType[], code: LackCode): [ActionType, LackCode][] =>
  types.map((type) => [type, code]);

/** Of triggers without a deal, a contact or anything else, what fails and how. */
const OF_NOBODY = new Map<ActionType, LackCode>([
  ...all(DEAL_ALONE, "deal-missing"),
  ...all(COMMENT_ALONE, "comment-missing"),
  ["send_whatsapp", "contact-gone"],
  ["send_email", "contact-gone"],
  ["close_conversation", "conversation-missing"],
  ["create_calendar_event", "calendar-owner-gone"],
  ["send_meta_conversion", "conversion-of-nobody"],
]);
const WITHOUT_COMMENT = new Map(all(COMMENT_ALONE, "comment-missing"));

const EXPECTED: Record<string, ReadonlyMap<ActionType, LackCode>> = {
  instagram_comment: new Map(),
  schedule: OF_NOBODY,
  incoming_webhook: OF_NOBODY,
};

const cases = TRIGGERS.flatMap((trigger) =>
  ACTION_TYPES.map((actionType) => ({
    name: `${named(trigger)} > ${actionType}`,
    trigger,
    actionType,
    code: (EXPECTED[named(trigger)] ?? WITHOUT_COMMENT).get(actionType) ?? null,
  })),
);

describe("every action after every trigger", () => {
  it.each(cases)("$name: $code in the table, the checker, the simulator and the cohort", async (each) => {
    const { trigger, actionType, code } = each;
    const config = CONFIGS[actionType] ?? {};
    expect(lackOf(trigger, actionType, config)?.code ?? null).toBe(code);

    const nodes = [start(), action("act", actionType, config), end("done"), end("instead")];
    const graph = { version: 2 as const, nodes, edges: edges("start > act", "act > done") };
    const codes = validateGraph(graph, { trigger }).problems.map((problem) => `${problem.code} ${problem.path}`);
    expect(codes.includes("impossible-action /nodes/1/actionType")).toBe(code !== null);
    expect(validateGraph(graph).problems.map((problem) => problem.code)).not.toContain("impossible-action");

    const scenario = { startAt: "2026-01-05T09:00:00Z", facts: {}, trigger };
    const { status, trace } = simulateRun(graph, scenario);
    const failure = code && [failureReason(code)];
    const message = failure && failureMessage(failure);
    const ending = { status, why: trace.at(-1)?.why };
    expect(ending).toEqual(
      code === null
        ? { status: "completed", why: { code: "reached-end", params: {} } }
        : { status: "failed", why: { code: "failed-permanently", params: { message, failure } } },
    );
    const cohort = await simulateCohort(graph, { startAt: scenario.startAt, trigger }, { size: 2 });
    expect(cohort.statuses).toMatchObject({ [status]: 2 });
    if (actionType === "wait") return;
    const withFallback = { ...graph, edges: [...graph.edges, ...edges("act fallback> instead")] };
    expect(simulateRun(withFallback, scenario).trace.at(-1)?.nodeId).toBe(code === null ? "done" : "instead");
  });

  it.each<[ActionType, JsonObject]>([
    ["send_email", { to: "team@example.com" }],
    ["create_calendar_event", { userId: "u" }],
  ])("%s is possible where its config says for whom", (actionType, config) => {
    expect(lackOf({ type: "schedule" }, actionType, config)).toBeNull();
    expect(lackOf({ type: "schedule" }, actionType, { to: " ", userId: "" })).not.toBeNull();
  });

  it("nothing is said of a trigger outside the catalogue but that nothing starts it", () => {
    const graph = {
      version: 2,
      nodes: [start(), action("act", "add_tag", CONFIGS.add_tag)],
      edges: edges("start > act"),
    };
    for (const type of ["deal_craeted", "constructor"]) {
      const { problems, valid } = validateGraph(graph, { trigger: { type } });
      expect(problems.map(({ code }) => code)).toEqual(["unknown-trigger"]);
      expect(valid).toBe(true);
    }
  });
});
