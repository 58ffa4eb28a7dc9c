import { TRIGGER_SCHEMAS, TRIGGER_TYPES, type KnownTriggerType } from "../../../packages/engine/src/contract/index.ts";
import { bringsText } from "./brought.ts";
import { configTable } from "./config.ts";
import type { Language } from "./language.ts";
import { code, page } from "./markdown.ts";

const entries = Object.entries(TRIGGER_TYPES) as [KnownTriggerType, (typeof TRIGGER_TYPES)[KnownTriggerType]][];

/** Settings that all triggers take. */
const COMMON: ReadonlySet<string> = new Set(
  Object.keys(TRIGGER_SCHEMAS.deal_won.properties).filter((key) =>
    Object.values(TRIGGER_SCHEMAS).every(({ properties }) => Object.hasOwn(properties, key)),
  ),
);

/** Every trigger with its settings and what it brings. */
export const triggersPage = (language: Language): string =>
  page(language.say("Triggers", "Gatilhos"), [
    language.say(
      "What starts an automation. The type stands in `triggerType`, the settings in `triggerConfig`; every setting may be " +
        "left out, and then lets everything through. When each of them fires, and what its event brings: " +
        "[What starts an automation](../triggers.md).",
      "O que inicia uma automação. O tipo fica em `triggerType`, e as configurações, em `triggerConfig`; toda configuração " +
        "pode faltar, e aí deixa tudo passar. Quando cada gatilho dispara, e o que o evento traz: " +
        "[O que inicia uma automação](../triggers.md).",
    ),
    language.say("## What every trigger takes", "## O que todo gatilho aceita"),
    configTable(TRIGGER_SCHEMAS.deal_won, language, (key) => COMMON.has(key)),
    ...entries.flatMap(([type, { label, description }]) => [
      `## ${language.text(label)}`,
      `${code(type)}. ${language.text(description)} ${bringsText(type, language)}`,
      configTable(TRIGGER_SCHEMAS[type], language, (key) => !COMMON.has(key)),
    ]),
  ]);
