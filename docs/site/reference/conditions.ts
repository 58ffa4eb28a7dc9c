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
  type OperatorName,
} from "../../../packages/engine/src/contract/index.ts";
import { code, json, page, table } from "./markdown.ts";
import { inPortuguese } from "./names.ts";

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

function operatorRow(name: OperatorName): string[] {
  const types = FIELD_TYPES.filter((type) => operatorOf(name, type) !== undefined);
  const found = types.flatMap((type) => operatorOf(name, type) ?? []);
  // An operator has one arity, whatever the field.
  const [first] = found;
  const labels = [...new Set(found.map(({ label }) => label))];
  return [code(name), labels.join("; "), types.join(", "), VALUES[first?.arity ?? "one"]];
}

const operatorOf = (name: OperatorName, type: FieldType): Operator | undefined =>
  OPERATORS[type].find((operator) => operator.name === name);

function typeOf({ type, options, picker }: Field): string {
  if (options !== undefined) return options.map(({ value }) => code(value)).join(", ");
  if (picker === undefined) return type;
  return type === "list" ? `list: ids of ${picker}s` : `${type} of a ${picker}`;
}

const fieldRow = (field: Field): string[] => {
  const { name, label, example } = field;
  return [code(name), `${label}, _${inPortuguese(label)}_`, typeOf(field), json(example)];
};

/** Every field and operator of conditions and filters. */
export const conditionsPage = (): string =>
  page("Conditions", [
    "Branches of a condition, a trigger's `filter` and an automation's `conditions` are rule groups in the format of " +
      "[react-querybuilder](https://react-querybuilder.js.org): an `and` or `or` of rules and further groups, turned round by " +
      "`not: true`. A group without rules holds.",
    `\`\`\`json\n${JSON.stringify(EXAMPLE, null, 2)}\n\`\`\``,
    "## Operators",
    "In the words of the editor. Negative operators are exact negations, so that they hold for a field that is empty.",
    table(["Operator", "In words", "Of fields", "Value"], OPERATOR_NAMES.map(operatorRow)),
    "## Fields",
    "A _text_ is compared without regard to case, an _id_ and a _list_ exactly; a _date_ is a day or an instant in ISO 8601. " +
      `A workspace's custom fields stand under ${code(`${CUSTOM_FIELD_PREFIX}<slug>`)}, with the type that they have there. ` +
      "What is not known of a run is empty.",
    table(["Field", "Called", "Type", "Example"], FIELDS.map(fieldRow)),
  ]);
