import { EXAMPLE_NAMES } from "@trilho/engine";
import type { Names, Renderer } from "@trilho/engine";
import { createRenderer } from "@trilho/engine/liquid";
import { useMemo } from "react";
import { useNames } from "../../../data/names.ts";
import { useWorkspaceSettings } from "../../../data/workspace.ts";

/** The form's deal is one of the workspace, or made of examples. */
const withExamples = ({ pipeline, stage, tag, user, ...others }: Names): Names => ({
  ...others,
  pipeline: { ...EXAMPLE_NAMES.pipeline, ...pipeline },
  stage: { ...EXAMPLE_NAMES.stage, ...stage },
  tag: { ...EXAMPLE_NAMES.tag, ...tag },
  user: { ...EXAMPLE_NAMES.user, ...user },
});

/** Fills texts in as the workspace's server would. */
export function usePreviewRenderer(): Renderer {
  const names = useNames();
  const { timeZone, locale } = useWorkspaceSettings();
  return useMemo(() => createRenderer({ timeZone, locale, names: withExamples(names) }), [names, timeZone, locale]);
}
