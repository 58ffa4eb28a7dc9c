import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from "@trilho/engine";
import type { Branch } from "@trilho/engine/contract";
import type { TagName } from "./catalogue.ts";
import type { AutomationDraft } from "../areas/automations/model.ts";
import { HINTS } from "./hints.ts";
import {
  action,
  all,
  draft,
  edge,
  graph,
  memberOf,
  node,
  noted,
  pressed,
  rule,
  SILENCE,
  stageOf,
  test,
  tested,
  toJson,
  wait,
  wrote,
} from "./graph-builders.ts";

/** What the automations point at, by id. */
export interface DemoIds {
  /** Homes, businesses. */
  pipelines: readonly [string, string];
  /** Stage ids of each pipeline by name. */
  stages: readonly [ReadonlyMap<string, string>, ReadonlyMap<string, string>];
  tags: Readonly<Record<TagName, string>>;
  /** In the order of `MEMBERS`. */
  members: readonly string[];
}

/** Four automations, each showing other parts of what can be drawn. */
export const demoAutomations = (ids: DemoIds): AutomationDraft[] => [
  welcome(ids),
  followUp(ids),
  shareOut(ids),
  notifyDelivery(ids),
];

/** WhatsApp takes nothing else from who did not write in the last 24 hours. The texts say what the templates do. */
const ofTemplate = (templateName: string) => ({
  templateName,
  templateLanguageCode: "en_US",
  templateParameters: { body: { "1": "{{ contact.firstName }}" } },
});

function welcome({ tags, members, pipelines, stages }: DemoIds): AutomationDraft {
  const ana = { value: 24_000, stageId: stageOf(stages[0], "Leads") };
  return draft({
    name: "Welcome a new lead",
    enabled: true,
    triggerType: "deal_created",
    scope: "pipeline",
    pipelineId: pipelines[0],
    respectBusinessHours: true,
    graphDefinition: graph(
      [
        noted(
          tested("start", "New deal", [
            test("Wants a quote", ana, { greet: pressed("quote") }, "start greet hot qualify end"),
            test("Wants a visit", ana, { greet: pressed("visit") }, "start greet visit end"),
            test("Writes something else", ana, { greet: wrote("How much is it?") }, "start greet read end"),
            test(
              "Answers the second message",
              ana,
              { greet: SILENCE, again: wrote("Here is my bill") },
              "start greet breathe again qualify end",
            ),
            test("Never answers", ana, { greet: SILENCE, again: SILENCE }, "start greet breathe again silent end"),
          ]),
          HINTS.welcome,
        ),
        action("greet", "send_whatsapp", "Greet and ask", {
          ...ofTemplate("welcome_lead"),
          text: "Hi {{ contact.firstName }}, thanks for asking about solar energy! How may we help you best?",
          buttons: [
            { id: "quote", label: "Send me a quote" },
            { id: "visit", label: "Plan a visit" },
          ],
          replyTimeoutSeconds: DAY_SECONDS,
        }),
        action("hot", "add_tag", "Mark as hot", { tagIds: [tags.hot] }),
        action("qualify", "move_stage", "To Qualification", { targetStageId: stageOf(stages[0], "Qualification") }),
        action("visit", "create_task", "Plan the site visit", {
          title: "Call {{ contact.firstName }} and plan the site visit",
          dueInSeconds: 4 * HOUR_SECONDS,
        }),
        action("read", "create_task", "Answer by hand", {
          title: "Answer {{ contact.firstName }}: “{{ message.text }}”",
          dueInSeconds: 2 * HOUR_SECONDS,
          assigneeUserId: memberOf(members, 2),
        }),
        wait("breathe", "Wait 1 day", DAY_SECONDS),
        action("again", "send_whatsapp", "Ask once more", {
          ...ofTemplate("ask_for_bill"),
          text: "{{ contact.firstName }}, shall we estimate what you could save each month? Just send us your last bill.",
          awaitReply: true,
          replyTimeoutSeconds: 2 * DAY_SECONDS,
        }),
        action("silent", "add_tag", "No answer", { tagIds: [tags.noAnswer] }),
        node("end", "end", "Done"),
      ],
      [
        edge("start", "greet"),
        edge("greet", "hot", "btn_quote"),
        edge("hot", "qualify"),
        edge("qualify", "end"),
        edge("greet", "visit", "btn_visit"),
        edge("visit", "end"),
        edge("greet", "read", "text_reply"),
        edge("read", "end"),
        edge("greet", "breathe", "timeout"),
        edge("breathe", "again"),
        edge("again", "qualify", "replied"),
        edge("again", "silent", "timeout"),
        edge("silent", "end"),
      ],
    ),
  });
}

function followUp({ tags, members, pipelines, stages }: DemoIds): AutomationDraft {
  const stageId = stageOf(stages[0], "Proposal");
  const stillThere = rule("deal.stageId", "=", stageId);
  const branches: Branch[] = [
    { id: "large", label: "R$ 30,000 or more", query: all(stillThere, rule("deal.value", ">=", 30_000)) },
    { id: "small", label: "Less", query: all(stillThere, rule("deal.value", "<", 30_000)) },
  ];
  return draft({
    name: "Proposal follow-up",
    enabled: true,
    triggerType: "stage_entered",
    scope: "stage",
    pipelineId: pipelines[0],
    stageId,
    respectBusinessHours: true,
    graphDefinition: graph(
      [
        noted(
          tested("start", "Enters Proposal", [
            test("Large proposal", { value: 48_000, stageId }, {}, "start wait size owner call end"),
            test(
              "Small one, and she answers",
              { value: 18_500, stageId },
              { remind: wrote("Can we talk about the price?") },
              "start wait size remind call end",
            ),
            test(
              "Small one, and nobody answers",
              { value: 18_500, stageId },
              { remind: SILENCE },
              "start wait size remind mail quiet end",
            ),
            test(
              "Went on meanwhile",
              { value: 48_000, stageId: stageOf(stages[0], "Negotiation") },
              {},
              "start wait size moved",
            ),
          ]),
          HINTS.followUp,
        ),
        wait("wait", "Wait 2 days", 2 * DAY_SECONDS),
        { ...node("size", "condition", "Still open? How large?"), condition: { branches: branches.map(toJson) } },
        action("owner", "add_co_owner", "Bring João Pedro in", { userId: memberOf(members, 1) }),
        action("call", "create_task", "Call about the proposal", {
          title: "Call {{ contact.firstName }} about the proposal of {{ deal.currency }} {{ deal.value }}",
          dueInSeconds: 4 * HOUR_SECONDS,
        }),
        action("remind", "send_whatsapp", "Remind", {
          ...ofTemplate("proposal_reminder"),
          text: "Hi {{ contact.firstName }}, do you have any questions about our proposal?",
          awaitReply: true,
          replyTimeoutSeconds: 3 * DAY_SECONDS,
        }),
        action("mail", "send_email", "Send the customers' stories", {
          subject: "{{ contact.firstName }}, three roofs that pay for themselves",
          body: "Hi {{ contact.firstName }},\n\nhere is what customers like you save every month.\n\nAurora Solar",
        }),
        action("quiet", "add_tag", "No answer", { tagIds: [tags.noAnswer] }),
        node("moved", "end", "Moved on already"),
        node("end", "end", "Done"),
      ],
      [
        edge("start", "wait"),
        edge("wait", "size"),
        edge("size", "owner", "branch_large"),
        edge("owner", "call"),
        edge("call", "end"),
        edge("size", "remind", "branch_small"),
        edge("remind", "call", "replied"),
        edge("remind", "mail", "timeout"),
        edge("mail", "quiet"),
        edge("quiet", "end"),
        edge("size", "moved", "fallback"),
      ],
    ),
  });
}

function shareOut({ tags, members, pipelines }: DemoIds): AutomationDraft {
  const sellers = [
    { id: "beatriz", label: "Beatriz", weight: 2, member: 2 },
    { id: "rui", label: "Rui", weight: 1, member: 3 },
    { id: "ines", label: "Inês", weight: 1, member: 4 },
  ];
  const vip: Branch[] = [{ id: "vip", label: "VIP", query: all(rule("deal.tagIds", "contains", tags.vip)) }];
  return draft({
    name: "Share out new leads",
    enabled: true,
    triggerType: "deal_created",
    scope: "pipeline",
    pipelineId: pipelines[1],
    conditions: toJson(all(rule("deal.source", "!=", "manual"))),
    graphDefinition: graph(
      [
        noted(node("start", "trigger", "New deal"), HINTS.shareOut),
        { ...node("vip", "condition", "A VIP?"), condition: { branches: vip.map(toJson) } },
        action("owner", "assign_responsible", "João Pedro himself", { userId: memberOf(members, 1) }),
        {
          ...node("turn", "round_robin", "Whose turn?"),
          config: {
            exits: sellers.map(({ id, label, weight }) => ({ id, label, weight })),
            ui: { label: "Whose turn?" },
          },
        },
        ...sellers.map(({ id, label, member }) =>
          action(id, "assign_responsible", `To ${label}`, { userId: memberOf(members, member) }),
        ),
        action("first", "create_task", "First contact", {
          title: "Call {{ contact.displayName }} of {{ company.name | default: 'a new company' }}",
          dueInSeconds: 30 * MINUTE_SECONDS,
        }),
        node("end", "end", "Done"),
      ],
      [
        edge("start", "vip"),
        edge("vip", "owner", "branch_vip"),
        edge("owner", "first"),
        edge("vip", "turn", "fallback"),
        ...sellers.flatMap(({ id }) => [edge("turn", id, `rr_${id}`), edge(id, "first")]),
        edge("first", "end"),
      ],
    ),
  });
}

/** Off at first: its webhook leads to an address that a person must put in. */
function notifyDelivery({ members }: DemoIds): AutomationDraft {
  return draft({
    name: "Won deal: hand over to delivery",
    enabled: false,
    triggerType: "deal_won",
    scope: "global",
    graphDefinition: graph(
      [
        noted(node("start", "trigger", "Deal won"), HINTS.handOver),
        action("erp", "webhook", "Tell the ERP", {
          url: "https://erp.aurora.example/hooks/won-deals",
          method: "POST",
          body: { deal: "{{ deal.name }}", value: "{{ deal.value }}", customer: "{{ contact.displayName }}" },
        }),
        action("byHand", "create_task", "Enter it by hand", {
          title: "The ERP did not take “{{ deal.name }}”: enter it by hand",
          dueInSeconds: DAY_SECONDS,
          assigneeUserId: memberOf(members, 1),
        }),
        action("engineer", "set_custom_field", "Caio plans it", {
          fieldSlug: "engineer",
          value: memberOf(members, 5),
        }),
        action("plan", "create_task", "Plan the installation", {
          title: "Plan the installation for {{ contact.displayName }}",
          dueInSeconds: 3 * DAY_SECONDS,
          assigneeUserId: memberOf(members, 5),
        }),
        action("thanks", "send_email", "Thank the customer", {
          subject: "Welcome to Aurora Solar, {{ contact.firstName | default: 'dear customer' }}",
          body: "Thank you for your trust!\n\nCaio from our delivery team will call you within three days.",
        }),
        node("end", "end", "Done"),
      ],
      [
        edge("start", "erp"),
        edge("erp", "engineer"),
        edge("erp", "byHand", "fallback"),
        edge("byHand", "engineer"),
        edge("engineer", "plan"),
        edge("plan", "thanks"),
        edge("thanks", "end"),
      ],
    ),
  });
}
