import { TRIGGER_SCHEMAS, TRIGGER_TYPES, type KnownTriggerType } from "../../../packages/engine/src/contract/index.ts";
import { bringsText } from "./brought.ts";
import { configTable } from "./config.ts";
import { code, page } from "./markdown.ts";
import { inPortuguese } from "./names.ts";

const entries = Object.entries(TRIGGER_TYPES) as [KnownTriggerType, (typeof TRIGGER_TYPES)[KnownTriggerType]][];

/** Settings that all triggers take. */
const COMMON: ReadonlySet<string> = new Set(
  Object.keys(TRIGGER_SCHEMAS.deal_won.properties).filter((key) =>
    Object.values(TRIGGER_SCHEMAS).every(({ properties }) => Object.hasOwn(properties, key)),
  ),
);

/** Every trigger with its settings and what it brings. */
export const triggersPage = (): string =>
  page("Triggers", [
    "What starts an automation. The type stands in `triggerType`, the settings in `triggerConfig`; every setting may be " +
      "left out, and then lets everything through. When each of them fires, and what its event brings: " +
      "[What starts an automation](../triggers.md).",
    "## What every trigger takes",
    configTable(TRIGGER_SCHEMAS.deal_won, (key) => COMMON.has(key)),
    ...entries.flatMap(([type, { label, description }]) => [
      `## ${label}`,
      `${code(type)}, in Portuguese “${inPortuguese(label)}”. ${description} ${bringsText(type)}`,
      configTable(TRIGGER_SCHEMAS[type], (key) => !COMMON.has(key)),
    ]),
  ]);
