import type { Draft } from "./draft.ts";

let handed: Draft | null = null;

/** Leaves a draft for the builder that opens next at `/automations/new`. */
export function handOver(draft: Draft): void {
  handed = draft;
}

/** The draft that was left. It stays until another builder is opened, because React may draw a screen twice. */
export const handedOver = (): Draft | null => handed;

export function forgetHandedOver(): void {
  handed = null;
}
