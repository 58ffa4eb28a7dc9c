import type { Scenarios } from "./scenarios.ts";

/** Scenarios by automation, for as long as the page lives: closing the panel loses none. */
const remembered = new Map<string, Scenarios>();

export const recall = (automationId: string): Scenarios | undefined => remembered.get(automationId);

export const remember = (automationId: string, scenarios: Scenarios): void =>
  void remembered.set(automationId, scenarios);
