import { CUSTOM_FIELD_PREFIX, EXAMPLE_NAMES, FIELDS } from "../../../packages/engine/src/contract/index.ts";
import {
  createRenderer,
  exampleFacts,
  LIQUID_LIMITS,
  liquidVariables,
  renderText,
} from "../../../packages/engine/src/liquid/index.ts";
import { code, page, table } from "./markdown.ts";

/** The instant of the examples: each of them is rendered. */
const AT = Date.UTC(2026, 0, 10, 9);

/** Filters of our own, beside those of LiquidJS: an example and what it is for. */
export const FILTERS = {
  money: ["deal.value | money: deal.currency", "An amount; the currency is BRL where none is given."],
  localize: ["deal.expectedCloseAt | localize", "A date, a number, yes or no, as the workspace's language writes it."],
  date: ['deal.createdAt | date: "%d/%m/%Y %H:%M"', "A date in a form of one's own; `now` is the run's time."],
  date_to_xmlschema: ["deal.createdAt | date_to_xmlschema", "The same, as ISO 8601."],
  date_to_rfc822: ["deal.createdAt | date_to_rfc822", "The same, as in e-mail headers."],
  date_to_string: ["deal.createdAt | date_to_string", "The same, short."],
  date_to_long_string: ["deal.createdAt | date_to_long_string", "The same, long."],
  days_since: ["deal.createdAt | days_since", "Whole days from a date to the run's time."],
  days_until: ["deal.expectedCloseAt | days_until", "Whole days from the run's time to a date."],
  add_days: ["deal.expectedCloseAt | add_days: 7 | localize", "A date some days later, or earlier."],
  add_hours: ["deal.createdAt | add_hours: 2", "An instant some hours later, or earlier."],
  relative_time: ["deal.createdAt | relative_time", "How long ago or ahead a date is."],
} as const satisfies Record<string, readonly [expression: string, about: string]>;

/** Every variable of texts, and the filters of our own. */
export function variablesPage(): string {
  const renderer = createRenderer({ names: { ...EXAMPLE_NAMES, fields: FIELDS } });
  const facts = exampleFacts(FIELDS);
  const filters = Object.entries(FILTERS).map(([name, [expression, about]]) => {
    const text = `{{ ${expression} }}`;
    return [code(name), code(text), renderText(renderer, text, facts, AT).text, about];
  });
  return page("Variables in texts", [
    "Messages, titles and other texts of actions may hold [Liquid](https://liquidjs.com). What follows is what the editor " +
      "offers; texts read the same fields that [conditions](conditions.md) test. Where an id has a name, the name is " +
      "printed, and `.id` is under it: `{{ deal.stage.id }}`. A workspace's custom fields are " +
      `${code(`{{ ${CUSTOM_FIELD_PREFIX}<slug> }}`)}. A variable that nobody knows is [a warning](../problems/unknown-variable.md), ` +
      "and a text that cannot be filled in at all goes out to nobody.",
    table(
      ["Variable", "Called", "Written as", "Prints, for example"],
      liquidVariables().map(({ name, label, expression, example }) => [code(name), label, code(expression), example]),
    ),
    "## Filters",
    "Beside those of LiquidJS, without the ones that read files or draw lots:",
    table(["Filter", "Example", "Prints", "For"], filters),
    "## Bounds",
    `A text has ${LIQUID_LIMITS.characters.toLocaleString("en")} characters at most, and rendering one step's texts a ` +
      "budget of work that is counted, not timed: the same text has the same outcome everywhere. It reads nothing but the " +
      "facts: no files, no clock of the machine, no chance.",
  ]);
}
