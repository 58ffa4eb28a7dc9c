import type { AutomationRun, Client } from "@trilho/api-client";
import { expect } from "@playwright/test";
import type { Graph } from "./graphs.ts";
import type { Language } from "./texts.ts";

const DAY = 86_400;

/** What a person in each country would have written. */
const TEXTS = {
  en: {
    followUp: "Follow up on proposals",
    welcome: "Welcome a new lead",
    erp: "Tell the ERP about won deals",
    winBack: "Win back lost deals",
    qualify: "Qualify new deals",
    size: "How large is it?",
    large: "Large",
    medium: "Medium",
    offer: "Ask how it looks",
    message: "Hi {{ contact.firstName }}, have you had time to look at our proposal?",
    yes: "Let us talk",
    later: "Not yet",
    call: "Call the customer",
    callTitle: "Call {{ contact.displayName }} about {{ deal.name }}",
    tag: "Mark as interested",
    turn: "Whose turn is it?",
    hook: "Tell the ERP",
    rest: "Give it time",
    mail: "Send stories of customers",
    subject: "{{ contact.firstName }}, three roofs that pay for themselves",
    body: "Hi {{ contact.firstName }},\n\nhere is what customers like you save every month.",
    done: "Done",
    deal: "Solar roof",
    big: "A large deal that wants to talk",
    silent: "Nobody answers",
    small: "A small deal",
    renamed: "Call within the day",
    mine: "Hi {{ contact.firstName }}, shall we talk about our proposal?",
    theirs: "Hello {{ contact.firstName }}, what do you think of our proposal?",
  },
  "pt-BR": {
    followUp: "Acompanhar propostas",
    welcome: "Dar boas-vindas a um novo lead",
    erp: "Avisar o ERP dos negócios ganhos",
    winBack: "Recuperar negócios perdidos",
    qualify: "Qualificar negócios novos",
    size: "De que tamanho é?",
    large: "Grande",
    medium: "Médio",
    offer: "Perguntar o que achou",
    message: "Oi {{ contact.firstName }}, você já conseguiu olhar a nossa proposta?",
    yes: "Vamos conversar",
    later: "Ainda não",
    call: "Ligar para o cliente",
    callTitle: "Ligar para {{ contact.displayName }} sobre {{ deal.name }}",
    tag: "Marcar como interessado",
    turn: "De quem é a vez?",
    hook: "Avisar o ERP",
    rest: "Dar um tempo",
    mail: "Mandar histórias de clientes",
    subject: "{{ contact.firstName }}, três telhados que se pagam sozinhos",
    body: "Oi {{ contact.firstName }},\n\nveja quanto clientes como você economizam por mês.",
    done: "Pronto",
    deal: "Telhado solar",
    big: "Um negócio grande que quer conversar",
    silent: "Ninguém responde",
    small: "Um negócio pequeno",
    renamed: "Ligar no mesmo dia",
    mine: "Oi {{ contact.firstName }}, vamos conversar sobre a nossa proposta?",
    theirs: "Olá {{ contact.firstName }}, o que você acha da nossa proposta?",
  },
} as const satisfies Record<Language, Record<string, string>>;

export const textsOf = (language: Language) => TEXTS[language];

/** What the steps of the showcase point at in a demo workspace. */
interface Ids {
  pipelineId: string;
  stageId: string;
  tagId: string;
  userIds: readonly string[];
}

const atLeast = (value: number) => ({ combinator: "and", rules: [{ field: "deal.value", operator: ">=", value }] });

type Outcomes = Record<string, { type: string; afterSeconds?: number; reply?: { buttonId: string; text: string } }>;

/** An automation with every kind of step, and with tests of which one fails. */
function followUp(language: Language, { tagId, userIds }: Ids, message: string = TEXTS[language].message): Graph {
  const t = TEXTS[language];
  const test = (id: string, name: string, value: number, outcomes: Outcomes, path: string) => ({
    id,
    name,
    startAt: "2026-01-05T13:00:00.000Z",
    facts: { deal: { value, name: t.deal }, contact: { firstName: "Ana", displayName: "Ana Souza" } },
    outcomes,
    keepHours: false,
    expect: { status: "completed", path: path.split(" ") },
  });
  const pressed = { type: "reply", afterSeconds: 3600, reply: { buttonId: "yes", text: t.yes } };
  return {
    version: 2,
    nodes: [
      {
        id: "start",
        type: "trigger",
        config: {
          ui: {
            scenarios: [
              test("big", t.big, 45_000, { offer: pressed }, "start pause size offer tag call hook done"),
              test("silent", t.silent, 45_000, { offer: { type: "silence" } }, "start pause size offer rest mail done"),
              test("small", t.small, 900, {}, "start pause size turn ana call hook done"),
            ],
          },
        },
      },
      { id: "pause", type: "wait", config: { delaySeconds: 2 * DAY } },
      {
        id: "size",
        type: "condition",
        config: { ui: { label: t.size } },
        condition: {
          branches: [
            { id: "large", label: t.large, query: atLeast(30_000) },
            { id: "medium", label: t.medium, query: atLeast(5000) },
          ],
        },
      },
      {
        id: "offer",
        type: "action",
        actionType: "send_whatsapp",
        config: {
          text: message,
          buttons: [
            { id: "yes", label: t.yes },
            { id: "later", label: t.later },
          ],
          replyTimeoutSeconds: DAY,
          ui: { label: t.offer },
        },
      },
      { id: "tag", type: "action", actionType: "add_tag", config: { tagIds: [tagId], ui: { label: t.tag } } },
      {
        id: "turn",
        type: "round_robin",
        config: {
          exits: [
            { id: "ana", label: "Ana", weight: 2 },
            { id: "bia", label: "Bia", weight: 1 },
          ],
          ui: { label: t.turn },
        },
      },
      { id: "ana", type: "action", actionType: "assign_responsible", config: { userId: userIds[1] ?? "" } },
      { id: "bia", type: "action", actionType: "assign_responsible", config: { userId: userIds[2] ?? "" } },
      {
        id: "call",
        type: "action",
        actionType: "create_task",
        config: { title: t.callTitle, dueInSeconds: DAY, ui: { label: t.call } },
      },
      {
        id: "hook",
        type: "action",
        actionType: "webhook",
        config: {
          url: "https://erp.example.com/hooks/deals",
          method: "POST",
          body: { deal: "{{ deal.name }}", value: "{{ deal.value }}" },
          ui: { label: t.hook },
        },
      },
      { id: "rest", type: "wait", config: { delaySeconds: 3 * DAY + 4 * 3600, ui: { label: t.rest } } },
      {
        id: "mail",
        type: "action",
        actionType: "send_email",
        config: { subject: t.subject, body: t.body, ui: { label: t.mail } },
      },
      { id: "done", type: "end", config: { ui: { label: t.done } } },
    ],
    edges: chains(
      "start>pause>size size.branch_large>offer size.branch_medium>turn size.fallback>mail offer.btn_yes>tag>call " +
        "offer.btn_later>rest offer.timeout>rest>mail>done turn.rr_ana>ana>call turn.rr_bia>bia>call>hook>done",
    ),
  };
}

/** `a>b>c d.timeout>e`: chains, each step by `next` unless a handle is named. */
const chains = (text: string): NonNullable<Graph["edges"]> =>
  text.split(" ").flatMap((chain) => {
    const stops = chain.split(">").map((stop) => stop.split("."));
    return stops.slice(1).map(([target = ""], index) => {
      const [source = "", sourceHandle = "next"] = stops[index] ?? [];
      return { id: `${source}-${sourceHandle}`, source, target, sourceHandle };
    });
  });

/** A small chain for the list. */
const short = (...types: ("create_task" | "send_whatsapp" | "webhook")[]): Graph => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    ...types.map((actionType, index) => ({
      id: `a${index}`,
      type: "action" as const,
      actionType,
      config: SHORT[actionType],
    })),
    { id: "done", type: "end" },
  ],
  edges: chains(["start", ...types.map((_, index) => `a${index}`), "done"].join(">")),
});

const SHORT = {
  create_task: { title: "{{ deal.name }}" },
  send_whatsapp: { text: "{{ contact.firstName }}!" },
  webhook: { url: "https://erp.example.com/hooks/won", method: "POST" },
};

/** A draft with an error and a warning of several kinds: it can be imported and not be published. */
export function faultyFile(language: Language): { name: string; content: string } {
  const t = TEXTS[language];
  const graphDefinition = {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      {
        id: "size",
        type: "condition",
        config: { ui: { label: t.size } },
        condition: {
          branches: [
            { id: "large", label: t.large, query: atLeast(30_000) },
            { id: "same", label: t.medium, query: atLeast(50_000) },
          ],
        },
      },
      { id: "offer", type: "action", actionType: "send_whatsapp", config: { text: "", ui: { label: t.offer } } },
      { id: "rest", type: "wait", config: { delaySeconds: 2, ui: { label: t.rest } } },
      { id: "loose", type: "action", actionType: "create_task", config: { title: t.callTitle, ui: { label: t.call } } },
      { id: "done", type: "end", config: { ui: { label: t.done } } },
    ],
    edges: chains("start>size size.branch_large>offer>rest>done size.fallback>nowhere"),
  };
  return {
    name: "draft.json",
    content: JSON.stringify({ name: t.winBack, triggerType: "deal_lost", graphDefinition }),
  };
}

export interface Showcase {
  /** Of the automation with every kind of step. */
  id: string;
  /** Somebody else publishes another message to it. */
  publishTheirs(): Promise<void>;
}

/** Puts the showcase in place of everything that a demo workspace holds. */
export async function showcase(api: Client, language: Language): Promise<Showcase> {
  await clear(api);
  const t = TEXTS[language];
  const ids = await findIds(api);
  const body = {
    name: t.followUp,
    triggerType: "stage_entered",
    scope: "stage" as const,
    pipelineId: ids.pipelineId,
    stageId: ids.stageId,
  };
  // One after the other: lists show the newest first.
  await api.automations.create({
    name: t.erp,
    triggerType: "deal_won",
    graphDefinition: short("webhook", "create_task"),
  });
  const welcome = await api.automations.create({
    name: t.welcome,
    triggerType: "deal_created",
    scope: "pipeline",
    pipelineId: ids.pipelineId,
    graphDefinition: short("send_whatsapp", "create_task"),
  });
  const { id } = await api.automations.create({ ...body, graphDefinition: followUp(language, ids) });
  for (const each of [welcome.id, id]) await api.automations.setEnabled(each, { enabled: true });
  return {
    id,
    publishTheirs: async () => {
      await api.automations.replace(id, { ...body, graphDefinition: followUp(language, ids, t.theirs) });
    },
  };
}

/** Deals that come one after the other: some wait for an answer, some are through, and one cannot be written to. */
const DEALS = [
  { person: "Ana Souza", value: 45_000 },
  { person: "Bruno Lima", value: 8000 },
  { person: "Carla Dias", value: 900 },
  { person: "Diego Rocha", value: 1200, isUnreachable: true },
  { person: "Elisa Prado", value: 62_000 },
  { person: "Fábio Nunes", value: 12_500 },
] as const;

export interface Ran {
  id: string;
  /** Newest first. */
  runs: readonly AutomationRun[];
  /** The name of the newest deal. */
  deal: string;
}

/** An automation of new deals that has run. */
export async function ranShowcase(api: Client, language: Language): Promise<Ran> {
  const t = TEXTS[language];
  for await (const { id } of api.automations.list()) await api.automations.setEnabled(id, { enabled: false });
  await closeEarlier(api);
  const { id } = await api.automations.create({
    name: t.qualify,
    triggerType: "deal_created",
    enabled: true,
    graphDefinition: atOnce(followUp(language, await findIds(api))),
  });
  const runs = async (): Promise<AutomationRun[]> => (await api.automations.runs(id)).items;
  for (const [index, deal] of DEALS.entries()) {
    await api.deals.create(dealOf(deal, index, t.deal));
    await expect.poll(async () => (await runs()).length, { timeout: 30_000 }).toBe(index + 1);
  }
  await expect
    .poll(async () => (await runs()).filter(({ status }) => status === "queued" || status === "running"), {
      timeout: 30_000,
    })
    .toEqual([]);
  await api.automations.setEnabled(id, { enabled: false });
  return { id, runs: await runs(), deal: dealOf(DEALS[5], 5, t.deal).name };
}

/** A contact has one open deal at a time; and those who come are new, so that nothing was written to them before. */
async function closeEarlier(api: Client): Promise<void> {
  const stages = (await api.pipelines.list()).flatMap((pipeline) => pipeline.stages);
  const lost = stages.find(({ isLost }) => isLost);
  if (lost === undefined) throw new Error("The demo workspace has no stage of lost deals.");
  for (const { deal } of Object.values(TEXTS)) {
    const { items } = await api.deals.list({ search: deal, status: ["open"], limit: 100 });
    for (const { seq, contact } of items) {
      await api.deals.update(seq, { stageId: lost.id, lostReason: "Postponed" });
      const other = { phone: `+55119${String(80_000_000 + seq)}`, email: `deal-${seq}@example.com` };
      if (contact !== null) await api.contacts.update(contact.id, other);
    }
  }
}

function dealOf(deal: (typeof DEALS)[number], index: number, kind: string) {
  const { person, value } = deal;
  const [first = "", last = ""] = person.split(" ");
  const email = `${first}.${last}@example.com`
    .normalize("NFD")
    .replaceAll(/[^\w.@]/g, "")
    .toLowerCase();
  const phone = `+55119${String(87_650_000 + index)}`;
  const contact = "isUnreachable" in deal ? {} : { contactName: person, email, phone };
  return { name: `${kind} ${last}`, value, ...contact };
}

/** The same without its first wait, its tests, and what would reach for another system. */
function atOnce({ nodes, edges = [], ...rest }: Graph): Graph {
  const left = new Set(["pause", "hook"]);
  return {
    ...rest,
    nodes: nodes
      .filter(({ id }) => !left.has(id))
      .map((node) => (node.type === "trigger" ? { id: node.id, type: node.type } : node)),
    edges: [
      ...edges.filter(({ source, target }) => !left.has(source) && !left.has(target)),
      ...chains("start>size call>done"),
    ],
  };
}

export async function clear(api: Client): Promise<void> {
  for await (const { id } of api.automations.list()) await api.automations.delete(id);
}

async function findIds(api: Client): Promise<Ids> {
  const [pipelines, tags, users] = await Promise.all([api.pipelines.list(), api.tags.list(), api.users.list()]);
  const [pipeline] = pipelines;
  const stage = pipeline?.stages.find(({ name }) => name === "Proposal");
  const [tag] = tags;
  if (!pipeline || !stage || !tag) throw new Error("The demo workspace has no pipeline, stage or tag.");
  return { pipelineId: pipeline.id, stageId: stage.id, tagId: tag.id, userIds: users.map(({ id }) => id) };
}
