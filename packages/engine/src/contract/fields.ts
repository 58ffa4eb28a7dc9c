import type { JsonValue } from "./json.ts";

/** What kind of value a field holds; it decides which operators make sense. */
export const FIELD_TYPES = ["text", "number", "boolean", "date", "id", "list"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Where an editor looks up the values of an `id` or `list` field. */
export type FieldPicker = "pipeline" | "stage" | "tag" | "user";

/** One value that conditions can test and Liquid can print. `name` is its path into the facts. */
export interface Field {
  name: string;
  label: string;
  type: FieldType;
  picker?: FieldPicker;
  /** Where texts find what its ids are called, other than under `name`: `deal.stage`. */
  variable?: string;
  /** An amount in the deal's currency. */
  isMoney?: true;
  /** The values a select field allows. */
  options?: readonly { value: string; label: string }[];
  example: JsonValue;
}

/** A workspace's custom field, as far as a query needs to know it (contract, "Custom field definition"). */
export interface CustomField {
  slug: string;
  name: string;
  fieldType: string;
  options?: readonly { value: string; label: string }[] | null;
}

/** Custom fields live under this path: `deal.customFields.<slug>`. A slug may hold dots. */
export const CUSTOM_FIELD_PREFIX = "deal.customFields.";

/** The fields every workspace has. Dates are ISO 8601; money is in the deal's currency. */
export const FIELDS: readonly Field[] = [
  { name: "deal.name", label: "Deal name", type: "text", example: "Solar kit for Ana" },
  { name: "deal.value", label: "Deal value", type: "number", isMoney: true, example: 12000 },
  { name: "deal.currency", label: "Currency", type: "text", example: "BRL" },
  { name: "deal.status", label: "Deal status", type: "text", options: options("open", "won", "lost"), example: "open" },
  {
    name: "deal.pipelineId",
    label: "Pipeline",
    type: "id",
    picker: "pipeline",
    variable: "deal.pipeline",
    example: "pl_sales",
  },
  {
    name: "deal.stageId",
    label: "Stage",
    type: "id",
    picker: "stage",
    variable: "deal.stage",
    example: "st_proposal",
  },
  {
    name: "deal.tagIds",
    label: "Tags",
    type: "list",
    picker: "tag",
    variable: "deal.tags",
    example: ["tg_gold", "tg_vip"],
  },
  { name: "deal.source", label: "Source", type: "text", example: "whatsapp" },
  {
    name: "deal.responsibleUserId",
    label: "Responsible",
    type: "id",
    picker: "user",
    variable: "deal.responsible",
    example: "us_maria",
  },
  {
    name: "deal.coOwnerUserId",
    label: "Co-owner",
    type: "id",
    picker: "user",
    variable: "deal.coOwner",
    example: "us_joao",
  },
  { name: "deal.closeProbability", label: "Close probability (%)", type: "number", example: 60 },
  { name: "deal.expectedCloseAt", label: "Expected close", type: "date", example: "2026-03-31" },
  { name: "deal.daysInStage", label: "Days in stage", type: "number", example: 4 },
  { name: "deal.isReturning", label: "Returning customer", type: "boolean", example: false },
  { name: "deal.lostReason", label: "Loss reason", type: "text", example: "Price" },
  { name: "deal.createdAt", label: "Deal created", type: "date", example: "2026-01-05T12:00:00Z" },
  { name: "deal.stageChangedAt", label: "Stage changed", type: "date", example: "2026-01-07T12:00:00Z" },
  { name: "deal.lastMessageAt", label: "Last message", type: "date", example: "2026-01-08T15:30:00Z" },
  { name: "deal.tracking.utmSource", label: "UTM source", type: "text", example: "google" },
  { name: "deal.tracking.utmMedium", label: "UTM medium", type: "text", example: "cpc" },
  { name: "deal.tracking.utmCampaign", label: "UTM campaign", type: "text", example: "summer" },
  { name: "contact.firstName", label: "First name", type: "text", example: "Ana" },
  { name: "contact.lastName", label: "Last name", type: "text", example: "Souza" },
  { name: "contact.displayName", label: "Contact name", type: "text", example: "Ana Souza" },
  { name: "contact.email", label: "E-mail", type: "text", example: "ana@example.com" },
  { name: "contact.phone", label: "Phone", type: "text", example: "+5511999990000" },
  { name: "contact.instagramUsername", label: "Instagram user", type: "text", example: "ana.souza" },
  { name: "contact.blocked", label: "Contact blocked", type: "boolean", example: false },
  { name: "contact.optedOutAt", label: "Opted out", type: "date", example: "2026-01-02T09:00:00Z" },
  { name: "company.name", label: "Company", type: "text", example: "Souza Ltda" },
  { name: "company.domain", label: "Company domain", type: "text", example: "souza.example" },
  { name: "company.industry", label: "Industry", type: "text", example: "Retail" },
  { name: "message.text", label: "Message text", type: "text", example: "Yes, please" },
  {
    name: "message.buttonId",
    label: "Button pressed",
    type: "text",
    variable: "message.button",
    example: "yes",
  },
];

/** How many values an operator compares with: none, one, two, or a list. */
export type OperatorArity = "none" | "one" | "two" | "many";

/** An operator under react-querybuilder's name. */
export interface Operator {
  name: OperatorName;
  label: string;
  arity: OperatorArity;
}

export const OPERATOR_NAMES = [
  "=",
  "!=",
  "<",
  "<=",
  ">",
  ">=",
  "between",
  "notBetween",
  "contains",
  "doesNotContain",
  "beginsWith",
  "doesNotBeginWith",
  "endsWith",
  "doesNotEndWith",
  "in",
  "notIn",
  "null",
  "notNull",
] as const;
export type OperatorName = (typeof OPERATOR_NAMES)[number];

/** The operators that make sense for each type of field, in the order of an editor's choices. The evaluator takes any of them on any field. */
export const OPERATORS: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: [
    one("=", "is"),
    one("!=", "is not"),
    one("contains", "contains"),
    one("doesNotContain", "does not contain"),
    one("beginsWith", "begins with"),
    one("doesNotBeginWith", "does not begin with"),
    one("endsWith", "ends with"),
    one("doesNotEndWith", "does not end with"),
    many("in", "is one of"),
    many("notIn", "is none of"),
    ...presence(),
  ],
  number: [
    one("=", "equals"),
    one("!=", "does not equal"),
    one("<", "is less than"),
    one("<=", "is at most"),
    one(">", "is more than"),
    one(">=", "is at least"),
    two("between", "is between"),
    two("notBetween", "is not between"),
    ...presence(),
  ],
  boolean: [one("=", "is"), one("!=", "is not"), ...presence()],
  date: [
    one("=", "is on"),
    one("!=", "is not on"),
    one("<", "is before"),
    one("<=", "is on or before"),
    one(">", "is after"),
    one(">=", "is on or after"),
    two("between", "is between"),
    two("notBetween", "is not between"),
    ...presence(),
  ],
  id: [one("=", "is"), one("!=", "is not"), many("in", "is one of"), many("notIn", "is none of"), ...presence()],
  list: [
    one("contains", "contains"),
    one("doesNotContain", "does not contain"),
    many("in", "contains any of"),
    many("notIn", "contains none of"),
    ...presence(),
  ],
};

function one(name: OperatorName, label: string): Operator {
  return { name, label, arity: "one" };
}

function two(name: OperatorName, label: string): Operator {
  return { name, label, arity: "two" };
}

function many(name: OperatorName, label: string): Operator {
  return { name, label, arity: "many" };
}

function presence(): Operator[] {
  return [
    { name: "null", label: "is empty", arity: "none" },
    { name: "notNull", label: "is not empty", arity: "none" },
  ];
}

function options(...values: string[]): { value: string; label: string }[] {
  return values.map((value) => ({ value, label: value }));
}
