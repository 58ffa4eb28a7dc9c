import { isObject } from "@trilho/engine";
import type { Automation } from "@trilho/api-client";
import type { JsonObject } from "@trilho/engine";
import { bodyOf, blankDraft, draftOf, type Draft, type Scope } from "./draft.ts";

/** Files larger than what the API takes cannot be published anyway. */
export const MAX_IMPORT_BYTES = 2 * 1024 * 1024;

/** An automation as a JSON file: the fields that a creation takes. */
export const toJson = (automation: Automation): string => jsonOf(draftOf(automation));

export const jsonOf = (draft: Draft): string => JSON.stringify(bodyOf(draft), null, 2);

export type ImportFailure = "importNotJson" | "importNoGraph" | "importTooBig";
export type Import = { ok: true; draft: Draft } | { ok: false; reason: ImportFailure };

type Fields = Record<string, unknown>;

/** Reads an exported automation, an automation of the API (also in its envelope), or a bare graph. */
export function fromJson(text: string, fallbackName: string): Import {
  if (new Blob([text]).size > MAX_IMPORT_BYTES) return { ok: false, reason: "importTooBig" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: "importNotJson" };
  }
  if (isObject(value) && isObject(value["data"])) value = value["data"];
  if (!isObject(value)) return { ok: false, reason: "importNoGraph" };
  if ("graphDefinition" in value) return { ok: true, draft: draftFrom(value, value["graphDefinition"], fallbackName) };
  if (Array.isArray(value["nodes"])) return { ok: true, draft: draftFrom({}, value, fallbackName) };
  return { ok: false, reason: "importNoGraph" };
}

const SCOPES: readonly Scope[] = ["global", "pipeline", "stage"];
const textIn = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const objectIn = (value: unknown) => (isObject(value) ? (value as JsonObject) : null);

/** What was sent as `contentOf` says, as far as it can be read. */
export const draftOfContent = (content: Fields): Draft => draftFrom(content, content["graphDefinition"], "");

/** Takes what fits and leaves the rest at its default; the definition is taken as it is. */
function draftFrom(fields: Fields, definition: unknown, fallbackName: string): Draft {
  const blank = blankDraft(textIn(fields["name"])?.slice(0, 255) ?? fallbackName);
  return {
    settings: {
      ...blank.settings,
      triggerType: textIn(fields["triggerType"]) ?? blank.settings.triggerType,
      scope: SCOPES.find((scope) => scope === fields["scope"]) ?? "global",
      pipelineId: textIn(fields["pipelineId"]),
      stageId: textIn(fields["stageId"]),
      respectBusinessHours: fields["respectBusinessHours"] === true,
      triggerConfig: objectIn(fields["triggerConfig"]),
      triggerWindow: objectIn(fields["triggerWindow"]),
    },
    kept: {
      outboundChannelId: textIn(fields["outboundChannelId"]),
      conditions: objectIn(fields["conditions"]),
    },
    definition,
  };
}
