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
import { pickedText } from "./config.ts";
import type { InBoth, Language } from "./language.ts";
import { code, json, page, table } from "./markdown.ts";

const VALUES: Readonly<Record<OperatorArity, InBoth>> = {
  none: ["none", "nenhum"],
  one: ["one value", "um valor"],
  two: ["`[from, to]`, both included", "`[de, até]`, incluindo os dois"],
  many: ["a list of values", "uma lista de valores"],
};

const TYPES: Readonly<Record<FieldType, InBoth>> = {
  text: ["text", "texto"],
  number: ["number", "número"],
  boolean: ["boolean", "sim ou não"],
  date: ["date", "data"],
  id: ["id", "id"],
  list: ["list", "lista"],
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

function operatorRow(name: OperatorName, { say, text }: Language): string[] {
  const types = FIELD_TYPES.filter((type) => operatorOf(name, type) !== undefined);
  const found = types.flatMap((type) => operatorOf(name, type) ?? []);
  // An operator has one arity, whatever the field.
  const [first] = found;
  const labels = [...new Set(found.map(({ label }) => text(label)))];
  return [
    code(name),
    labels.join("; "),
    types.map((type) => say(...TYPES[type])).join(", "),
    say(...VALUES[first?.arity ?? "one"]),
  ];
}

const operatorOf = (name: OperatorName, type: FieldType): Operator | undefined =>
  OPERATORS[type].find((operator) => operator.name === name);

function typeOf({ type, options, picker }: Field, language: Language): string {
  if (options !== undefined) return options.map(({ value }) => code(value)).join(", ");
  if (picker !== undefined) return pickedText(picker, type === "list", language);
  return language.say(...TYPES[type]);
}

const fieldRow = (field: Field, language: Language): string[] => {
  const { name, label, example } = field;
  return [code(name), language.text(label), typeOf(field, language), json(example)];
};

/** Every field and operator of conditions and filters. */
export function conditionsPage(language: Language): string {
  const { say } = language;
  const custom = code(`${CUSTOM_FIELD_PREFIX}<slug>`);
  return page(say("Conditions", "Condições"), [
    say(
      "Branches of a condition, a trigger's `filter` and an automation's `conditions` are rule groups in the format of " +
        "[react-querybuilder](https://react-querybuilder.js.org): an `and` or `or` of rules and further groups, turned " +
        "round by `not: true`. A group without rules holds.",
      "Os ramos de uma condição, o `filter` de um gatilho e as `conditions` de uma automação são grupos de regras no formato " +
        "do [react-querybuilder](https://react-querybuilder.js.org): um `and` (e) ou `or` (ou) de regras e outros grupos, que " +
        "`not: true` inverte. Um grupo sem regras vale.",
    ),
    `\`\`\`json\n${JSON.stringify(EXAMPLE, null, 2)}\n\`\`\``,
    say("## Operators", "## Operadores"),
    say(
      "In the words of the editor. Negative operators are exact negations, so that they hold for a field that is empty.",
      "Nas palavras do editor. Os operadores negativos são a negação exata; por isso valem para um campo vazio.",
    ),
    table(
      say("Operator, In words, Of fields, Value", "Operador, Em palavras, De campos, Valor").split(", "),
      OPERATOR_NAMES.map((name) => operatorRow(name, language)),
    ),
    say("## Fields", "## Campos"),
    say(
      "A _text_ is compared without regard to case, an _id_ and a _list_ exactly; a _date_ is a day or an instant in ISO " +
        `8601. A workspace's custom fields stand under ${custom}, with the type that they have there. What is not known of ` +
        "a run is empty.",
      "Um _texto_ é comparado sem diferenciar maiúsculas de minúsculas; um _id_ e uma _lista_, exatamente; uma _data_ é um dia " +
        `ou um instante em ISO 8601. Os campos personalizados ficam em ${custom}, com o tipo que têm no espaço de ` +
        "trabalho. O que não se sabe de uma execução está vazio.",
    ),
    table(
      say("Field, Called, Type, Example", "Campo, Nome, Tipo, Exemplo").split(", "),
      FIELDS.map((field) => fieldRow(field, language)),
    ),
  ]);
}
