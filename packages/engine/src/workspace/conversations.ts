import type { Answer, Reply, TokenEvent } from "../contract/run.ts";
import { iso } from "../simulate/instants.ts";
import type { SimulatedRun } from "./simulated-run.ts";
import type { QuestionRef, WorkspaceMessage } from "./types.ts";

/** What a run asked its contact at a node. */
export interface Question {
  readonly run: SimulatedRun;
  readonly nodeId: string;
  readonly at: number;
}

/** What contacts are asked and write. Instants are Unix ms. */
export class Conversations {
  readonly messages: WorkspaceMessage[] = [];
  /** Questions that were not answered yet, by contact: what was asked last is last, at one instant by the run that started last. */
  private readonly open = new Map<string, Question[]>();
  private readonly answers = new Map<SimulatedRun, Answer>();

  /** Whether somebody wrote to a contact or the other way round. */
  has(contactId: string): boolean {
    return this.open.has(contactId);
  }

  /** A contact is written to, whatever becomes of it. */
  begin(contactId: string): void {
    this.open.set(contactId, this.open.get(contactId) ?? []);
  }

  /** A run that now awaits an answer has asked. */
  ask(contactId: string, question: Question): void {
    const inTurn = [...this.stillOpen(contactId), question].toSorted(
      (one, other) => one.at - other.at || one.run.start.place - other.run.start.place,
    );
    this.open.set(contactId, inTurn);
  }

  /**
   * A contact writes, having been asked by `meant` or by nobody: the run that takes it for its answer. A pressed button
   * is that of its question; anything else answers what was asked last, at one instant by the run that started last.
   */
  hear(contactId: string, reply: Reply, meant: Question | null, at: number): SimulatedRun | null {
    const open = this.stillOpen(contactId);
    const pressed = reply.buttonId === undefined ? null : meant;
    const taken = open.find((question) => question === pressed) ?? open.at(-1) ?? null;
    this.open.set(
      contactId,
      open.filter((question) => question !== taken),
    );
    this.messages.push({
      at: iso(at),
      contactId,
      reply,
      meantFor: meant && refOf(meant),
      takenBy: taken && refOf(taken),
    });
    if (taken === null) return null;
    this.answers.set(taken.run, pressed === null || pressed === taken ? reply : { ...reply, toAnother: true });
    return taken.run;
  }

  /** The answer that a run was given. */
  take(run: SimulatedRun, at: number): TokenEvent {
    const reply = this.answers.get(run) ?? {};
    this.answers.delete(run);
    run.hear(reply, at);
    return { type: "replied", at, facts: run.factsAt(at), reply };
  }

  private stillOpen(contactId: string): Question[] {
    return (this.open.get(contactId) ?? []).filter(
      ({ run, nodeId }) => run.awaitsReply && run.token.node?.id === nodeId && !this.answers.has(run),
    );
  }
}

const refOf = ({ run, nodeId }: Question): QuestionRef => ({ runId: run.start.id, nodeId });
