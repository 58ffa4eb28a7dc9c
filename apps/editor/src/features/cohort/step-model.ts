import { partHandle } from "@trilho/engine";
import type { Decision } from "../../simulation/decisions.ts";

/** How likely each answer of the world is at a step, by the handle that stands for it; from 0 to 1. */
export type StepShares = Readonly<Record<string, number>>;

/** What may happen at a step that can be set: replies, and failing for good. Silence, or success, is what is left. */
export interface StepExit {
  handle: string;
  kind: "button" | "text" | "fail";
  /** Of a button. */
  label: string;
}

const FAILS = 0.01;
const ANSWERS = 0.5;

export function exitsOf({ awaits, buttons }: Decision): StepExit[] {
  const fail: StepExit = { handle: "fallback", kind: "fail", label: "" };
  if (!awaits) return [fail];
  const text: StepExit = { handle: buttons.length > 0 ? "text_reply" : "replied", kind: "text", label: "" };
  const pressed = buttons.map(({ id, label }): StepExit => ({ handle: partHandle("btn", id), kind: "button", label }));
  return [...pressed, text, fail];
}

/** Half of the contacts answer, every way equally often; one step in a hundred fails. */
export function defaultShares(decision: Decision): StepShares {
  const ways = exitsOf(decision);
  const replies = ways.filter(({ kind }) => kind !== "fail").length;
  return Object.fromEntries(ways.map(({ handle, kind }) => [handle, kind === "fail" ? FAILS : ANSWERS / replies]));
}

/** What is left for silence, or success; never below 0. */
export const restOf = (shares: StepShares): number =>
  Math.max(0, 1 - Object.values(shares).reduce((sum, share) => sum + share, 0));

/** The whole step for the engine: every handle that its world may ask for. */
export function handlesOfStep(decision: Decision, shares: StepShares): StepShares {
  const { awaits, buttons } = decision;
  const known = Object.fromEntries(exitsOf(decision).map(({ handle }) => [handle, shares[handle] ?? 0]));
  if (!awaits) return { ...known, next: restOf(known) };
  return { ...known, ...(buttons.length > 0 && { replied: 0 }), timeout: restOf(known) };
}
