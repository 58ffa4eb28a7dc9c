import { isFilled } from "../contract/filled.ts";
import { isObject } from "../contract/json.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { Brought } from "../contract/needs.ts";
import type { TokenEvent } from "../contract/run.ts";
import type { Outcome, TimedReply } from "../contract/scenario.ts";
import type { PlanNode } from "../interpreter/plan.ts";
import { RoundRobin } from "../interpreter/round-robin.ts";
import { answer, answersOf } from "../simulate/answers.ts";
import type { World } from "../simulate/answers.ts";
import { attemptOf } from "../simulate/outcome.ts";
import { randomStream } from "../simulate/random.ts";
import type { RandomStream } from "../simulate/random.ts";
import { refusalOf } from "../simulate/refusals.ts";
import type { DealEvent } from "../trigger/deal-events.ts";
import type { Conversations } from "./conversations.ts";
import type { DealRecord } from "./deal-record.ts";
import type { Deals } from "./deals.ts";
import { refusalOfAction } from "./refusals.ts";
import { outcomeOf } from "./setup.ts";
import type { WorkspaceSetup } from "./setup.ts";
import type { SimulatedRun } from "./simulated-run.ts";
import { Turns } from "./turns.ts";

/** What actions bring about beyond their run. */
interface Effects {
  raised(run: SimulatedRun, nodeId: string, deal: DealRecord, event: DealEvent): void;
  /** The other runs of its deal end. */
  cancelOthers(run: SimulatedRun): void;
  readonly conversations: Conversations;
}

/** How the workspace answers its runs. Instants are Unix ms. */
export class RunWorld {
  private readonly setup: WorkspaceSetup;
  private readonly deals: Deals;
  private readonly effects: Effects;
  private readonly turns: Turns;
  private readonly roundRobins = new Map<string, RoundRobin>();
  private readonly worlds = new WeakMap<SimulatedRun, World>();

  constructor(setup: WorkspaceSetup, deals: Deals, effects: Effects) {
    this.setup = setup;
    this.deals = deals;
    this.effects = effects;
    this.turns = new Turns(setup.scenario);
  }

  /** What comes at once to where a run is; null where it waits. */
  answer(run: SimulatedRun, at: number): TokenEvent | null {
    const { node, staying } = run.token;
    if (node === null || (staying.phase !== "performing" && staying.phase !== "picking_exit")) return null;
    const { actionType, config } = node;
    const { attempts: attempt } = staying;
    if (staying.phase === "performing" && actionType !== null) {
      const { deal, contactId } = run.start;
      const has = (each: Brought) => this.has(run, each);
      const error = refusalOfAction(actionType, config, has, this.deals, deal, leadContact(run, config));
      if (error !== null) {
        return { type: "perform_failed", at, facts: run.factsAt(at), nodeId: node.id, attempt, error, random: 0 };
      }
      if (actionType === "send_whatsapp" && contactId !== null) this.effects.conversations.begin(contactId);
    }
    return answer(this.worldOf(run), node, run.token, config, at);
  }

  /** What the contact of a run that asks is to answer, and when. */
  answersTo(run: SimulatedRun): TimedReply[] {
    const { node, staying } = run.token;
    const outcome = node && attemptOf(this.outcome(run, node), staying.attempts);
    if (outcome?.type !== "reply") return [];
    return [outcome, ...(outcome.further ?? [])].map(({ afterSeconds, reply }) => ({
      afterSeconds,
      reply: answersOf(node as PlanNode, reply),
    }));
  }

  private has({ start }: SimulatedRun, each: Brought): boolean {
    const { deal, contactId, brought } = start;
    const { event } = brought;
    switch (each) {
      case "deal":
        return deal !== null;
      case "contact":
        return contactId !== null;
      case "conversation":
        return contactId !== null && this.effects.conversations.has(contactId);
      case "comment":
        return isObject(event) && event["type"] === "instagram_comment";
    }
  }

  private outcome({ start }: SimulatedRun, { id }: PlanNode): Outcome | null {
    return outcomeOf(this.setup.scenario, start.deal?.id ?? null, start.automationId, id);
  }

  private worldOf(run: SimulatedRun): World {
    const known = this.worlds.get(run);
    if (known !== undefined) return known;
    const streams = new Map<string, RandomStream>();
    const { seed = "" } = this.setup.scenario;
    const world: World = {
      plan: run.plan,
      render: null,
      coming: [],
      outcome: (node) => this.outcome(run, node),
      random: ({ id }) => {
        const stream = streams.get(id) ?? randomStream(run.start.id, seed, id);
        streams.set(id, stream);
        return stream.next();
      },
      turn: (node) => this.roundRobin(run, node).next(),
      factsAt: (at) => run.factsAt(at),
      refusal: (actionType, sent, at) => refusalOf(actionType, sent, run.factsAt(at), undefined),
      acted: (node, config, at) => this.act(run, node, config, at),
      // Contacts write in the workspace, not to one run.
      replied: () => undefined,
      overheard: () => undefined,
    };
    this.worlds.set(run, world);
    return world;
  }

  /** Shared by all runs of an automation. */
  private roundRobin({ start: { automationId } }: SimulatedRun, { id, exits }: PlanNode): RoundRobin {
    const key = JSON.stringify([automationId, id]);
    const known = this.roundRobins.get(key);
    if (known !== undefined) return known;
    const { automation } = this.setup.automations.find((each) => each.automation.id === automationId) ?? {};
    const made = new RoundRobin(exits, automation?.roundRobin?.[id] ?? {});
    this.roundRobins.set(key, made);
    return made;
  }

  private act(run: SimulatedRun, { id, actionType }: PlanNode, config: JsonObject, at: number): void {
    const { deal } = run.start;
    if (actionType === "stop_automations") return this.effects.cancelOthers(run);
    if (actionType === "create_lead") return this.makeLead(run, id, config, at);
    if (deal === null || actionType === null) return;
    for (const event of deal.act(actionType, config, at)) this.effects.raised(run, id, deal, event);
  }

  private makeLead(run: SimulatedRun, nodeId: string, config: JsonObject, at: number): void {
    const stageId = this.deals.firstStage(config["stageId"], config["pipelineId"]);
    const responsibleUserId =
      given(config["responsibleUserId"]) ??
      given(run.factsAt(at).deal?.["responsibleUserId"]) ??
      this.turns.take(this.deals.stages.get(stageId ?? "")?.pipelineId ?? "");
    const facts = { name: given(config["name"]), value: Number(config["value"]) || 0, stageId, responsibleUserId };
    const made = this.deals.make(
      {
        id: `${run.start.id}:${nodeId}`,
        contactId: leadContact(run, config),
        facts: { ...facts, source: "automation" },
      },
      at,
    );
    for (const event of made.made()) this.effects.raised(run, nodeId, made, event);
  }
}

/** Whose a lead is that a run makes. */
const leadContact = ({ start: { deal, contactId } }: SimulatedRun, { copyContact }: JsonObject): string | null =>
  copyContact === false ? null : (deal?.contactId ?? contactId);

const given = (value: JsonValue | undefined): string | null => (isFilled(value) ? value : null);
