import { actionsPage } from "./actions.ts";
import { conditionsPage } from "./conditions.ts";
import { problemsPage } from "./problems.ts";
import { stepsPage } from "./steps.ts";
import { triggersPage } from "./triggers.ts";
import { variablesPage } from "./variables.ts";

/** The generated pages by their names in docs/reference, not yet formatted. */
export const referencePages = (): Readonly<Record<string, string>> => ({
  "triggers.md": triggersPage(),
  "actions.md": actionsPage(),
  "steps.md": stepsPage(),
  "conditions.md": conditionsPage(),
  "variables.md": variablesPage(),
  "problems.md": problemsPage(),
});
