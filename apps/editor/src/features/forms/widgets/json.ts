import type { JsonValue } from "@trilho/engine";

/** Reads objects and lists as JSON; all else is the text itself, and no text is nothing. */
export function readJson(text: string): JsonValue | undefined {
  if (text.trim() === "") return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return typeof value === "object" && value !== null ? value : text;
  } catch {
    return text;
  }
}

/** A value as a person edits it. */
export const showJson = (value: JsonValue | undefined): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);
