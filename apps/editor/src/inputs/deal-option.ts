import type { DealListItem } from "@trilho/api-client";
import { formatMoney } from "../i18n/format.ts";
import type { Option } from "../ui/fields/option.ts";

/** A deal as a choice: its name, and below it whom it is about, where it stands and what it is worth. */
export function dealOption({ seq, name, contact, stage, value, currency }: DealListItem, locale: string): Option {
  const parts = [contact?.displayName, contact?.phone, stage?.name, formatMoney(value, currency, locale)];
  return {
    value: String(seq),
    label: name,
    // A contact without a name is called by its phone.
    description: [...new Set(parts.filter(Boolean))].join(" · "),
    ...(stage && { color: stage.color }),
  };
}

/** A deal's number, to stand beside its name; null where it is the name: the service calls a deal so that was given none. */
export const numberBeside = ({ seq, name }: Pick<DealListItem, "seq" | "name">): string | null =>
  name === `#${seq}` ? null : `#${seq}`;
