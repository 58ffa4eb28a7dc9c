/** An item of the contract's `fieldErrors`. */
export type StartFieldProblem = { field: string; message: string };

/** What may be wrong around a graph, as what follows the field's name. */
export const START_PROBLEMS = {
  "not-an-object": "must be an object",
  "not-a-group": "must be a rule group",
  "unknown-comparison": "is no comparison",
  "not-a-flag": "must be true or false",
  "not-text": "must be text",
  "not-texts": "must be a list of texts",
  "not-a-number": "must be a number",
  "no-rule": "must be a rule or a rule group",
  "too-deep": "is nested too deeply",
  "no-rules": "must be a list of rules",
  "no-combinator": "must be “and” or “or”",
  "no-field": "must name a field",
  "no-days": "must be a list of days with their hours",
  "no-time-zone": "is no time zone, such as America/Sao_Paulo",
  "no-day": "must be a day with its hours",
  "no-weekday": "must be a day of the week, from 1 for Monday to 7 for Sunday",
  "no-opening-time": "must be a time of two digits each, such as 09:00",
  "no-closing-time": "must be a time of two digits each, such as 18:00",
  "no-hours": "must not be the time at which the hours begin",
  "no-idle-time": "must be a number of seconds, from 60 to ten years",
  "no-schedule": "is no time of a schedule",
  "unknown-auth": "must be none, header or basic",
  "no-header-name": "is no name of a header",
  "no-username": "must be text without a colon",
  "no-trigger-type": "must name what starts the automation",
  "unknown-scope": "must be global, pipeline or stage",
  "no-place": "must name the place that the scope is about",
  "unknown-again": "must be always, once, after or not_while_live",
  "no-again-time": "must be a whole number of seconds, from 60 to ten years",
  "again-time-unused": "counts only where again is “after”",
  "no-settle-time": "must be a whole number of seconds, from 5 to 30 days",
  "no-hourly-limit": "must be a whole number from 1 to 10,000",
  "unknown-entry-key": "is no part of an entry rule",
} as const satisfies Readonly<Record<string, string>>;

export type StartProblemCode = keyof typeof START_PROBLEMS;

/** What keeps the start of an automation from being read. `path` are keys below what is read. */
export interface StartProblem {
  readonly path: readonly (string | number)[];
  readonly code: StartProblemCode;
  /** In the words of the library that could not read it. */
  readonly words?: string;
}

/** A problem as an item of `fieldErrors`. */
export const asFieldProblem = (problem: StartProblem): StartFieldProblem => ({
  field: fieldOf(problem.path),
  message: problem.words ?? START_PROBLEMS[problem.code],
});

/** A path as the contract writes fields: `triggerWindow.days[0].from`. */
export const fieldOf = (path: StartProblem["path"]): string =>
  path.map((key, index) => (typeof key === "number" ? `[${key}]` : index === 0 ? key : `.${key}`)).join("");
