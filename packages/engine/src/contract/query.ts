import type { JsonValue } from "./json.ts";

/** A rule of a query: `field` is a path into the facts, for example `deal.value`. */
export interface Rule {
  field: string;
  operator: string;
  value?: JsonValue;
}

/** A rule group in the default JSON format of react-querybuilder. An empty group holds. */
export interface RuleGroup {
  combinator: "and" | "or";
  not?: boolean;
  rules: (Rule | RuleGroup)[];
}

/** One branch of a `condition` node, taken when `query` holds and no earlier branch did. */
export interface Branch {
  id: string;
  label?: string;
  query: RuleGroup;
}

/** One exit of a `round_robin` node. `weight` defaults to 1. */
export interface Exit {
  id: string;
  label?: string;
  weight?: number;
}

/** One quick-reply button of a `send_whatsapp` action. */
export interface Button {
  id: string;
  label?: string;
}
