import type { DealListItem } from "@trilho/api-client";
import type { Option } from "../ui/fields/option.ts";

/** A deal as a choice: its name, and below it whom it is about, where it stands and what it is worth. */
export function dealOption({ seq, name, contact, stage, value, currency }: DealListItem, locale: string): Option {
  const parts = [contact?.displayName, contact?.phone, stage?.name, money(value, currency, locale)];
  return {
    value: String(seq),
    label: name,
    // A contact without a name is called by its phone.
    description: [...new Set(parts.filter(Boolean))].join(" · "),
    ...(stage && { color: stage.color }),
  };
}

/** An amount; a currency that nobody knows stands beside its number. */
function money(value: number, currency: string, locale: string): string {
  try {
    return new Intl.NumberFormat(locale, { style: "currency", currency, maximumFractionDigits: 2 }).format(value);
  } catch {
    return `${currency} ${new Intl.NumberFormat(locale).format(value)}`.trim();
  }
}
