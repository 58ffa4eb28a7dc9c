import { navigate } from "../../browser/location.ts";
import type { Draft } from "./draft.ts";

let pending: Draft | null = null;

/** Opens a draft in the builder, unsaved. */
export function openInBuilder(draft: Draft): void {
  pending = draft;
  navigate("/automations/new");
}

/** The draft that was left. It stays until another builder is opened, because React may draw a screen twice. */
export const pendingDraft = (): Draft | null => pending;

export function forgetPendingDraft(): void {
  pending = null;
}
