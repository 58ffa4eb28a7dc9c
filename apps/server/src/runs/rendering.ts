import type { RenderIssue } from "@trilho/engine/contract";
import { failureReason, type FailureCode, type FailureReason } from "@trilho/engine/failures";
import { createRenderer } from "@trilho/engine/liquid";
import type { Render } from "./tick/config.ts";
import { Failed } from "./model/failures.ts";

type Renderer = ReturnType<typeof createRenderer>;

/** Workspaces whose parsed texts are kept. */
const KEPT = 100;

/** Renders configs for each workspace's time zone and locale. A text that cannot be filled in is an error: nobody gets it half done. */
export function createRendering(): Render {
  const renderers = new Map<string, Renderer>();

  function rendererOf(workspaceId: string, timeZone: string, locale: string): Renderer {
    const key = JSON.stringify([workspaceId, timeZone, locale]);
    const renderer = renderers.get(key) ?? createRenderer({ timeZone, locale });
    // Kept in the order of use.
    renderers.delete(key);
    renderers.set(key, renderer);
    const oldest = renderers.keys().next();
    if (renderers.size > KEPT && !oldest.done) renderers.delete(oldest.value);
    return renderer;
  }

  return ({ workspaceId, workspace }, config, facts, at, share, names) => {
    const renderer = rendererOf(workspaceId, workspace.timeZone, workspace.locale);
    const { config: filled, issues } = renderer.render(config, facts, at, share, names);
    const [issue] = issues;
    if (issue === undefined) return filled;
    throw new Failed([reasonOf(issue)]);
  };
}

/** Problems of Liquid are failures of the same names. */
const LIQUID = ["liquid-syntax", "unknown-filter", "unknown-tag", "liquid-failed"] as const satisfies FailureCode[];

function reasonOf({ path, code, message }: RenderIssue): FailureReason {
  const [, field = ""] = path.split("/");
  if (code === "liquid-limit") return failureReason("liquid-limit", { field, path });
  const known = LIQUID.find((each) => each === code) ?? "liquid-failed";
  return failureReason(known, { field, path, words: message });
}
