import { applyPatch } from "@trilho/engine";
import type { Fix, GraphDefinition } from "@trilho/engine";
import { isDrawable } from "../document.ts";
import { label } from "./command.ts";
import type { Command } from "./command.ts";

/** Applies the fix of a problem. Null when it no longer fits the document. */
export function applyFix(fix: Fix): Command {
  return (definition) => {
    const next = patched(definition, fix);
    return next === null ? null : { definition: next, label: label("fix", [], fix.title) };
  };
}

/** Applies several fixes as one entry; those that an earlier one made needless are left out. */
export function applyFixes(fixes: readonly Fix[], text: string): Command {
  return (definition) => {
    const next = fixes.reduce((current, fix) => patched(current, fix) ?? current, definition);
    return next === definition ? null : { definition: next, label: label("fix", [], text) };
  };
}

function patched(definition: GraphDefinition, fix: Fix): GraphDefinition | null {
  try {
    const next: unknown = applyPatch(definition, fix.patch);
    return isDrawable(next) ? next : null;
  } catch (error) {
    // The patch was made for a document that has changed since.
    if (error instanceof Error) return null;
    throw error;
  }
}
