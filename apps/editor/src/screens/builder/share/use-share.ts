import type { Automation } from "@trilho/api-client";
import { useTriggerSummary } from "../../../describe/use-trigger-summary.ts";
import type { Draft } from "../../../document/draft/draft.ts";
import type { Lookup } from "../../../document/lookup.ts";
import { text } from "../../../i18n/use-text.ts";
import type { DrawingFormat } from "./share-drawing.ts";

/** Hands out the drawing of a draft, by code that is loaded then. `published`: the version that it is, if it is one. */
export function useShare(draft: Draft, names: Lookup, published: Automation | null): (format: DrawingFormat) => void {
  const starts = useTriggerSummary(draft.settings, names).words;
  const version = published && text("automation", "saved", { version: published.version });
  return (format) =>
    void import("./share-drawing.ts").then(({ shareDrawing }) =>
      shareDrawing(format, { draft, names, starts, version }),
    );
}
