import type { Draft } from "./draft.ts";

let pending: Draft | null = null;

/** Leaves a draft for the builder that opens next at `/automations/new`. */
export function leaveDraft(draft: Draft): void {
  pending = draft;
}

/** The draft that was left. It stays until another builder is opened, because React may draw a screen twice. */
export const pendingDraft = (): Draft | null => pending;

export function forgetPendingDraft(): void {
  pending = null;
}
