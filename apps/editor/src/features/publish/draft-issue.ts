import type { Draft } from "../../document/draft/draft.ts";
import { surroundings } from "../../document/surroundings.ts";
import type { PublishIssue } from "./publish-state.ts";
import { settingsCheck } from "./settings-check.ts";

/** What the server would refuse, found before asking it; nothing is, until what looks for it is here. */
export function issueOf(draft: Draft): PublishIssue | null {
  const check = settingsCheck.arrival();
  if (check.state === "here" && Object.keys(check.code.settingsProblems(draft)).length > 0) return { kind: "settings" };
  const problems = surroundings.getState().checker?.graphErrors(draft.definition) ?? [];
  return problems.length === 0 ? null : { kind: "graph", problems };
}
