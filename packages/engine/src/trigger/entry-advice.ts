import { DAY_SECONDS, MINUTE_SECONDS } from "../contract/durations.ts";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { Entry } from "../contract/entry.ts";
import { isObject } from "../contract/json.ts";
import type { JsonObject } from "../contract/json.ts";
import type { KnownTriggerType } from "../contract/triggers.ts";
import { pointer } from "../json/pointer.ts";
import { en } from "../messages/en.ts";
import type { Locale } from "../messages/locale.ts";
import { mayBringAbout } from "./causes.ts";
import { readEntry } from "./entry.ts";

/** What breaks a loop: even a run that is over at once is not followed by another one. */
const ONCE_A_DAY: Entry = { again: "after", afterSeconds: DAY_SECONDS };
const ONE_AT_A_TIME: Entry = { again: "not_while_live" };

/** What suits most automations of a trigger; null where each of its events is something of its own. */
const PROPOSED: Readonly<Record<KnownTriggerType, Entry | null>> = {
  deal_created: null,
  deal_updated: { ...ONE_AT_A_TIME, settleSeconds: 5 * MINUTE_SECONDS },
  stage_entered: ONE_AT_A_TIME,
  stage_left: ONE_AT_A_TIME,
  deal_won: ONE_AT_A_TIME,
  deal_lost: ONE_AT_A_TIME,
  tag_added: ONE_AT_A_TIME,
  tag_removed: ONE_AT_A_TIME,
  custom_field_changed: { ...ONE_AT_A_TIME, settleSeconds: MINUTE_SECONDS },
  message_received: ONE_AT_A_TIME,
  instagram_comment: ONE_AT_A_TIME,
  task_completed: null,
  deal_idle: { again: "after", afterSeconds: 7 * DAY_SECONDS },
  schedule: ONE_AT_A_TIME,
  incoming_webhook: null,
};

/**
 * The entry rule that an editor proposes for a new automation of a trigger; null where every event may well enter.
 *
 * @example
 * ```ts
 * import { proposedEntry } from "@trilho/engine/trigger";
 *
 * proposedEntry("stage_entered"); // { again: "not_while_live" }
 * proposedEntry("deal_created"); // null
 * ```
 */
export const proposedEntry = (triggerType: string): Entry | null =>
  Object.hasOwn(PROPOSED, triggerType) ? PROPOSED[triggerType as KnownTriggerType] : null;

/** Every change or message starts a run: nothing narrows down which. */
const FLOODS: Readonly<Record<string, string>> = { deal_updated: "fields", message_received: "keywords" };

/**
 * Warns of an automation that may start itself, for its actions bring about what it listens to where its scope and
 * settings have it listen, and of one that every message or change starts. Each has the entry rule that prevents it as
 * its fix. Paths are JSON Pointers into the automation.
 *
 * @example
 * ```ts
 * import { entryWarnings } from "@trilho/engine/trigger";
 *
 * const automation = { triggerType: "message_received", triggerConfig: {}, graphDefinition: {} };
 * entryWarnings(automation)[0]?.fixes?.[0]?.patch;
 * // [{ op: "add", path: "/triggerConfig/entry", value: { again: "not_while_live" } }]
 * ```
 */
export function entryWarnings(automation: JsonObject, locale: Pick<Locale, "tag"> = en): Diagnostic[] {
  const { triggerType, triggerConfig } = automation;
  if (typeof triggerType !== "string") return [];
  const config = isObject(triggerConfig) ? triggerConfig : {};
  const rule = readEntry(config);
  const looping = rule?.again === "once" || rule?.again === "after" ? null : loopAt(triggerType, config, automation);
  if (looping !== null) {
    const { nodeId, path } = looping;
    const kept = isObject(config["entry"]) ? config["entry"] : {};
    const found = warning("entry-loop", { ...kept, ...ONCE_A_DAY }, isObject(triggerConfig), locale);
    return [{ ...found, nodeId, path }];
  }
  const narrowing = Object.hasOwn(FLOODS, triggerType) ? FLOODS[triggerType] : undefined;
  if (rule !== null || narrowing === undefined || [config[narrowing] ?? []].flat().length > 0) return [];
  return [warning("entry-flood", proposedEntry(triggerType) ?? ONE_AT_A_TIME, isObject(triggerConfig), locale)];
}

/** The first action that brings about what the automation listens to. */
function loopAt(triggerType: string, config: JsonObject, { scope, stageId = null, graphDefinition }: JsonObject) {
  // A stage that is the scope narrows what it listens to as one of the settings does.
  const settings = scope === "stage" ? { ...config, stageId } : config;
  const nodes = isObject(graphDefinition) ? graphDefinition["nodes"] : undefined;
  if (!Array.isArray(nodes)) return null;
  for (const [index, node] of nodes.entries()) {
    if (!isObject(node) || node["type"] !== "action" || typeof node["actionType"] !== "string") continue;
    const { actionType } = node;
    const of = isObject(node["config"]) ? node["config"] : {};
    if (!mayBringAbout(actionType, of, triggerType, settings)) continue;
    const nodeId = typeof node["id"] === "string" ? node["id"] : "";
    return { nodeId, path: pointer("graphDefinition", "nodes", index) };
  }
  return null;
}

type WarningCode = "entry-loop" | "entry-flood";

const TEXTS: Readonly<Record<"en" | "pt-BR", Readonly<Record<WarningCode | "fix", string>>>> = {
  en: {
    "entry-loop": "This action may start the automation again, and so on: say how often a deal may enter.",
    "entry-flood":
      "Everything that happens starts a run, while others of the same deal go on: say how often it may enter.",
    fix: "Set how often it may enter",
  },
  "pt-BR": {
    "entry-loop":
      "Esta ação pode iniciar a automação de novo, e assim por diante: diga com que frequência um negócio pode entrar.",
    "entry-flood":
      "Tudo o que acontece inicia uma execução, mesmo com outras do mesmo negócio em andamento: diga com que frequência ele pode entrar.",
    fix: "Definir com que frequência pode entrar",
  },
};

function warning(code: WarningCode, entry: Entry, hasConfig: boolean, { tag }: Pick<Locale, "tag">): Diagnostic {
  const texts = TEXTS[tag === "pt-BR" ? "pt-BR" : "en"];
  return {
    code,
    severity: "warning",
    message: texts[code],
    path: hasConfig ? pointer("triggerConfig") : "",
    fixes: [
      {
        title: texts.fix,
        safe: false,
        patch: [
          hasConfig
            ? { op: "add", path: pointer("triggerConfig", "entry"), value: entry }
            : { op: "add", path: pointer("triggerConfig"), value: { entry } },
        ],
      },
    ],
  };
}
