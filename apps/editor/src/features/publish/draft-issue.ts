import { validateGraph } from "@trilho/engine";
import type { Draft } from "../../document/draft/draft.ts";
import type { PublishIssue } from "./publish-state.ts";
import { settingsCheck } from "./settings-check.ts";

/** What the server would refuse, found before asking it. Of settings it is not known until what reads them is here. */
export function issueOf(draft: Draft): PublishIssue | null {
  const check = settingsCheck.arrival();
  if (check.state === "here" && Object.keys(check.code.settingsProblems(draft)).length > 0) return { kind: "settings" };
  const { valid, problems } = validateGraph(draft.definition);
  return valid ? null : { kind: "graph", problems: problems.filter(({ severity }) => severity === "error") };
}
