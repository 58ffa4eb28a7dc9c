import {
  CUSTOM_FIELD_PREFIX,
  FIELD_TYPES,
  FIELDS,
  OPERATOR_NAMES,
  OPERATORS,
  type Field,
  type FieldType,
  type Operator,
  type OperatorArity,
} from "../../../packages/engine/src/contract/index.ts";
import { code, json, page, table } from "./markdown.ts";
import { inPortuguese } from "./names.ts";

const TYPES: Readonly<Record<FieldType, string>> = {
  text: "text, compared without regard to case",
  number: "number",
  boolean: "`true` or `false`",
  date: "date or instant, ISO 8601",
  id: "id",
  list: "list of ids",
};

const VALUES: Readonly<Record<OperatorArity, string>> = {
  none: "none",
  one: "one value",
  two: "`[from, to]`, both included",
  many: "a list of values",
};

const EXAMPLE = {
  combinator: "and",
  rules: [
    { field: "deal.value", operator: ">=", value: 30000 },
    {
      combinator: "or",
      rules: [
        { field: "deal.tagIds", operator: "contains", value: "tg_vip" },
        { field: "deal.source", operator: "=", value: "whatsapp" },
      ],
    },
  ],
};

const labelFor = (name: string, type: FieldType): string =>
  OPERATORS[type].find((operator) => operator.name === name)?.label ?? "";

/** An operator has one arity, whatever the field. */
const arityOf = (name: string): OperatorArity =>
  (Object.values(OPERATORS).flat() as Operator[]).find((operator) => operator.name === name)?.arity ?? "one";

const fieldRow = ({ name, label, type, options, picker, example }: Field): string[] => [
  code(name),
  label,
  inPortuguese(label),
  options ? options.map(({ value }) => code(value)).join(", ") : picker ? `${type} of a ${picker}` : type,
  json(example),
];

/** Every field and operator of conditions and filters. */
export const conditionsPage = (): string =>
  page("Conditions", [
    "Branches of a condition, a trigger's `filter` and an automation's `conditions` are rule groups in the format of " +
      "[react-querybuilder](https://react-querybuilder.js.org): an `and` or `or` of rules and further groups, turned round by " +
      "`not: true`. A group without rules holds.",
    `\`\`\`json\n${JSON.stringify(EXAMPLE, null, 2)}\n\`\`\``,
    "## Operators",
    "The words are those of the editor, for each type of field. Negative operators are exact negations, so that they hold " +
      "for a field that is empty.",
    table(
      ["Operator", ...FIELD_TYPES, "Value"],
      OPERATOR_NAMES.map((name) => [
        code(name),
        ...FIELD_TYPES.map((type) => labelFor(name, type)),
        VALUES[arityOf(name)],
      ]),
    ),
    "## Fields",
    `Types: ${FIELD_TYPES.map((type) => `_${type}_ is a ${TYPES[type]}`).join("; ")}. A workspace's custom fields stand ` +
      `under ${code(`${CUSTOM_FIELD_PREFIX}<slug>`)}, with the type that they have there. What is not known of a run is empty.`,
    table(["Field", "Called", "In Portuguese", "Type", "Example"], FIELDS.map(fieldRow)),
  ]);
