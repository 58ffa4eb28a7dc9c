import type { GraphDefinition } from "../../contract/definition.ts";

/** Greets a new lead, hands the interested ones to the sales team in turn, reminds the rest. */
export const WELCOME: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "greet",
      type: "action",
      actionType: "send_whatsapp",
      config: {
        text: 'Hi {{ contact.firstName | default: "there" }}, shall we talk about {{ deal.name }}?',
        buttons: [
          { id: "yes", label: "Yes, please" },
          { id: "later", label: "Later" },
        ],
        replyTimeoutSeconds: 7200,
      },
    },
    { id: "hot", type: "action", actionType: "add_tag", config: { tagIds: ["tg_hot"] } },
    {
      id: "team",
      type: "round_robin",
      config: {
        exits: [
          { id: "maria", label: "Maria", weight: 2 },
          { id: "joao", label: "João" },
        ],
      },
    },
    { id: "to-maria", type: "action", actionType: "assign_responsible", config: { userId: "us_maria" } },
    { id: "to-joao", type: "action", actionType: "assign_responsible", config: { userId: "us_joao" } },
    { id: "pause", type: "wait", config: { delaySeconds: 172_800 } },
    {
      id: "remind",
      type: "action",
      actionType: "send_email",
      config: { subject: "{{ deal.name }}", body: "You wrote to us on {{ deal.createdAt | date: '%d/%m' }}." },
    },
    { id: "read", type: "action", actionType: "create_task", config: { title: "Read: {{ message.text }}" } },
    { id: "call", type: "action", actionType: "create_task", config: { title: "Call {{ contact.phone" } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "e1", source: "start", target: "greet" },
    { id: "e2", source: "greet", target: "hot", sourceHandle: "btn_yes" },
    { id: "e3", source: "greet", target: "pause", sourceHandle: "btn_later" },
    { id: "e4", source: "greet", target: "read", sourceHandle: "text_reply" },
    { id: "e5", source: "greet", target: "call", sourceHandle: "timeout" },
    { id: "e6", source: "greet", target: "remind", sourceHandle: "fallback" },
    { id: "e7", source: "hot", target: "team" },
    { id: "e8", source: "team", target: "to-maria", sourceHandle: "rr_maria" },
    { id: "e9", source: "team", target: "to-joao", sourceHandle: "rr_joao" },
    { id: "e10", source: "to-maria", target: "end" },
    { id: "e11", source: "to-joao", target: "end" },
    { id: "e12", source: "pause", target: "remind" },
    { id: "e13", source: "remind", target: "end" },
    { id: "e14", source: "read", target: "end" },
  ],
};

/** Looks after a proposal: moves on what is warm, tells another system, gives up what is cold. */
export const PROPOSAL: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "wait", type: "action", actionType: "wait", config: { delaySeconds: 259_200 } },
    {
      id: "size",
      type: "condition",
      condition: {
        branches: [
          {
            id: "vip",
            label: "VIP",
            query: {
              combinator: "or",
              rules: [
                { field: "deal.value", operator: ">=", value: 10000 },
                { field: "deal.tagIds", operator: "contains", value: "tg_vip" },
              ],
            },
          },
          {
            id: "stale",
            label: "Stale",
            query: {
              combinator: "and",
              rules: [
                { field: "deal.daysInStage", operator: ">", value: 5 },
                { field: "deal.status", operator: "=", value: "open" },
              ],
            },
          },
        ],
      },
    },
    { id: "negotiate", type: "action", actionType: "move_stage", config: { targetStageId: "st_negotiation" } },
    { id: "plan", type: "action", actionType: "set_custom_field", config: { fieldId: "cf_1", value: "Gold" } },
    {
      id: "check",
      type: "condition",
      condition: {
        branches: [
          {
            id: "gold",
            label: "Gold in negotiation",
            query: {
              combinator: "and",
              rules: [
                { field: "deal.stageId", operator: "=", value: "st_negotiation" },
                { field: "deal.customFields.plan", operator: "=", value: "gold" },
                { field: "deal.daysInStage", operator: "<", value: 1 },
              ],
            },
          },
        ],
      },
    },
    { id: "tell", type: "action", actionType: "webhook", config: { url: "https://erp.example/deals" } },
    { id: "ask", type: "action", actionType: "send_whatsapp", config: { text: "Any news?", awaitReply: true } },
    { id: "close", type: "action", actionType: "close_conversation" },
  ],
  edges: [
    { id: "e1", source: "start", target: "wait" },
    { id: "e2", source: "wait", target: "size" },
    { id: "e3", source: "size", target: "negotiate", sourceHandle: "branch_vip" },
    { id: "e4", source: "size", target: "ask", sourceHandle: "branch_stale" },
    { id: "e5", source: "negotiate", target: "plan" },
    { id: "e6", source: "plan", target: "check" },
    { id: "e7", source: "check", target: "tell", sourceHandle: "branch_gold" },
    { id: "e8", source: "ask", target: "negotiate", sourceHandle: "replied" },
    { id: "e9", source: "ask", target: "close", sourceHandle: "timeout" },
  ],
};
