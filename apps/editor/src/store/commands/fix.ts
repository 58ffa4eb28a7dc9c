import type { Fix, GraphDefinition, JsonValue } from "@trilho/engine";
import { applyPatch } from "../jsonPatch.ts";
import { isDrawable } from "../document.ts";
import { label } from "./command.ts";
import type { Command } from "./command.ts";

/** Applies fixes of problems, one after another, as one entry. Null when one of them no longer fits the document. */
export function applyFix(fix: Fix): Command {
  return (definition) => {
    const next = applyPatch(definition as unknown as JsonValue, fix.patch);
    if (next === null || !isDrawable(next)) return null;
    return { definition: next as unknown as GraphDefinition, label: label("fix", [], fix.title) };
  };
}
