import type { ConfigProperty, JsonValue } from "@trilho/engine";
import type { FieldProps } from "../ui/fields/field.tsx";

/** What every widget gets: one key of a config, and what to say around its control. */
export interface WidgetProps {
  field: FieldProps;
  /** The config's key. */
  name: string;
  schema: ConfigProperty;
  value: JsonValue | undefined;
  /** `undefined` takes the key away. */
  onChange: (value: JsonValue | undefined) => void;
  readOnly: boolean;
}

export const asText = (value: JsonValue | undefined): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

/** An emptied text takes its key away: an empty text and none mean the same to every action. */
export const orNothing = (text: string): string | undefined => (text === "" ? undefined : text);
