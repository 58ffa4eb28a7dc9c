import type { FileContent, Operations } from "../generated/types.ts";
import { EXAMPLE_GRAPH } from "./graph.ts";
import { EXAMPLE_IDS, EXAMPLE_PHONE, EXAMPLE_SEQS } from "./ids.ts";

type WithBody = {
  [Id in keyof Operations]: Operations[Id]["body"] extends undefined | FileContent ? never : Id;
}[keyof Operations];

const AUTOMATION: Operations["replaceAutomation"]["body"] = {
  name: "Greet and call",
  triggerType: "deal_created",
  scope: "global",
  respectBusinessHours: true,
  triggerWindow: null,
  conditions: { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 10_000 }] },
  triggerConfig: { source: "api" },
  graphDefinition: EXAMPLE_GRAPH,
};

const CADENCE: Operations["replaceCadence"]["body"] = {
  name: "After a visit",
  description: "Two days from the visit to an answer",
  pipelineId: EXAMPLE_IDS.pipeline,
  steps: [
    { dayNumber: 1, channel: "whatsapp", message: "Hi {{ contact.firstName }}, thank you for your time today!" },
    { dayNumber: 2, channel: "voice_call", description: "Ask for the decision", timeOfDay: "10:30" },
  ],
};

const MESSAGE = { to: EXAMPLE_PHONE, type: "text", text: "Hello! May we help you?" };
const STAGE = { description: "The roof was measured", color: "#0ea5e9" };

/** A good body of every operation that takes one: sent as it is to the demo workspace, it succeeds. */
export const EXAMPLE_BODIES: { readonly [Id in WithBody]: Operations[Id]["body"] } = {
  createAutomation: { ...AUTOMATION, enabled: false },
  changeAutomations: { ids: [EXAMPLE_IDS.automation], addLabels: ["Handover"] },
  replaceAutomation: AUTOMATION,
  setAutomationEnabled: { enabled: false },
  saveAutomationDraft: {
    content: { name: "Welcome, warmly", triggerType: "deal_created", graphDefinition: EXAMPLE_GRAPH as never },
    baseVersion: 1,
  },
  askAutomationReview: { ...AUTOMATION, name: "Greet, wait and call", note: "Calls in the afternoon" },
  approveAutomationReview: { revision: "0b6f2c1e-9d5a-4c7e-8f7e-2f4f0c0a9d11" },
  sendBackAutomationReview: {
    revision: "0b6f2c1e-9d5a-4c7e-8f7e-2f4f0c0a9d11",
    comment: "The text still names the old price",
  },
  updateWorkspace: { automationReview: false },
  syncMessageTemplates: { channelId: EXAMPLE_IDS.channel },
  retryWorkspaceRuns: { error: "timed out", from: "2026-06-01T00:00:00Z", dryRun: true },
  cancelWorkspaceRuns: { automationId: EXAMPLE_IDS.automation, timing: "late", dryRun: true },
  previewRunMigration: { draft: { graphDefinition: EXAMPLE_GRAPH } },
  migrateRuns: {
    toVersion: 1,
    choices: [{ version: 1, nodeId: "pause", phase: "sleeping", future: "same", choice: "stay" }],
    reason: "The new text is about the summer campaign",
  },
  tryAutomation: { dealSeq: EXAMPLE_SEQS.deal, skipWaits: true },

  createCadence: CADENCE,
  replaceCadence: { ...CADENCE, name: "After a second visit" },
  enrollInCadence: { cadenceId: EXAMPLE_IDS.busyCadence, startDay: 0 },
  pauseDealCadence: { reason: "On holiday until Monday" },
  stopDealCadence: { reason: "Answered by phone" },
  executeCadenceTask: { idempotencyKey: "visit-4711-hello", message: "Hi! May we call you today?" },
  skipCadenceTask: { reason: "Known from the visit" },

  createDeal: {
    name: "Solar kit for Luísa",
    phone: "+5511955550101",
    contactFirstName: "Luísa",
    contactLastName: "Prates",
    email: "luisa.prates@mail.example",
    value: 24_000,
    currency: "BRL",
    tracking: { utmSource: "google", utmCampaign: "summer" },
  },
  createDeals: {
    onExisting: "update",
    deals: [
      { externalId: "erp-4711", name: "Solar kit for Davi", phone: "+5511955550142", value: 18_500 },
      { externalId: "erp-4712", name: "Battery for Lia", email: "lia.moraes@mail.example", value: 9200 },
    ],
  },
  updateDeal: { value: 26_500, closeProbability: 60, expectedCloseAt: "2026-12-01T12:00:00Z" },
  addDealTag: { tagId: EXAMPLE_IDS.otherTag },
  createNote: { content: "Asked for a proposal by Friday." },
  updateNote: { content: "Asked for a proposal by Thursday." },
  createTask: { title: "Send the proposal", dueAt: "2026-12-01T12:00:00Z", categoryName: "Paperwork" },
  updateTask: { done: true },

  createMeeting: {
    title: "Site visit",
    startsAt: "2026-12-01T12:00:00Z",
    endsAt: "2026-12-01T13:00:00Z",
    location: "Rua das Acácias 12, Campinas",
    attendees: [{ email: "luisa.prates@mail.example", name: "Luísa Prates" }],
  },
  updateMeeting: { title: "Second site visit" },

  sendConversationMessage: MESSAGE,
  sendMessage: MESSAGE,
  answerMessage: { type: "reaction", emoji: "👍" },
  updateConversation: { closed: true },

  createPipeline: { name: "Maintenance", stages: [{ name: "Asked" }, { name: "Planned", color: "#3b82f6" }] },
  updatePipeline: { description: "Solar kits for houses, flats and farms" },
  createStage: { name: "Site visit", ...STAGE },
  updateStage: STAGE,
  updatePipelineField: { requiredStageIds: [] },
  setPipelineAccess: { userIds: [] },
  setLossReasons: { lossReasons: ["Price", "Chose a competitor", "No answer", "Roof not suitable", "Postponed"] },

  createCustomField: {
    name: "Heating",
    slug: "heating",
    fieldType: "select",
    entityType: "deal",
    options: [{ label: "Gas" }, { label: "Heat pump", color: "#22c55e" }],
  },
  updateCustomField: { description: "As seen on the map, or told by the customer" },

  createContact: { firstName: "Otávio", lastName: "Lins", phone: "+5511955550102", email: "otavio.lins@mail.example" },
  updateContact: { notes: "Prefers to be called after six." },
  createCompany: { name: "Sítio Boa Vista", domain: "boavista.example", industry: "Farming" },
  updateCompany: { industry: "Food and drink" },
  createTag: { name: "Wants a battery", color: "#22c55e" },
  updateTag: { name: "Recommended", color: "#16a34a" },
};
