import type { Automation, CustomField } from "@trilho/api-client";
import { fieldsFor, validateGraph } from "@trilho/engine";
import type { KnownThings } from "@trilho/engine";
import { liquidRules } from "@trilho/engine/liquid";
import type { KnownForWhatsapp } from "@trilho/engine/whatsapp";
import { draftOf } from "../../document/draft/draft.ts";
import { startingProblems, startWarnings, type SettingsContext } from "../../document/draft/settings-problems.ts";
import { isDrawable } from "../../document/document.ts";
import { counted, findProblems } from "../../document/checker.ts";
import { aroundRules } from "../builder/reference-rules.ts";
import type { ProblemCount } from "./filter.ts";

/** What the workspace has, as far as that is known. */
export interface Workspace extends SettingsContext {
  known: KnownThings & KnownForWhatsapp;
  /** Those of deals. */
  customFields: readonly CustomField[] | undefined;
}

/** Counts what the builder finds wrong with an automation. */
export function problemCounter({
  known,
  customFields,
  ...context
}: Workspace): (automation: Automation) => ProblemCount {
  const texts = liquidRules(customFields && fieldsFor(customFields));
  return (automation) => {
    const { settings, kept, definition } = draftOf(automation);
    const trigger = { type: settings.triggerType, config: settings.triggerConfig ?? null };
    // Of one that cannot be drawn no step can be told.
    if (!isDrawable(definition)) return counted(validateGraph(definition, { trigger }).problems);
    return findProblems(definition, {
      texts,
      trigger,
      references: aroundRules(known, { trigger }),
      settings: Object.keys(startingProblems(settings, kept.conditions, context)),
      start: (graph) => startWarnings(settings, kept.conditions, graph, "en"),
    });
  };
}
