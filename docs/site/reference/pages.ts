import { actionsPage } from "./actions.ts";
import { conditionsPage } from "./conditions.ts";
import { ENGLISH, PORTUGUESE, type Language } from "./language.ts";
import { problemsPage } from "./problems.ts";
import { stepsPage } from "./steps.ts";
import { triggersPage } from "./triggers.ts";
import { variablesPage } from "./variables.ts";

const PAGES: Readonly<Record<string, (language: Language) => string>> = {
  "triggers.md": triggersPage,
  "actions.md": actionsPage,
  "steps.md": stepsPage,
  "conditions.md": conditionsPage,
  "variables.md": variablesPage,
  "problems.md": problemsPage,
};

/** The generated pages of both languages by their paths in docs, not yet formatted. */
export const referencePages = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [ENGLISH, PORTUGUESE].flatMap((language) =>
      Object.entries(PAGES).map(([name, pageIn]) => [language.folder + name, pageIn(language)]),
    ),
  );
