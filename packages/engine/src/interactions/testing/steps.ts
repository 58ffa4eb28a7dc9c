import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { action, automation, line, move, scenario, tag, wait } from "../../workspace/testing/scenarios.ts";
import type { WorkspaceAutomation } from "../../workspace/types.ts";
import { analyseWorkspace } from "../analyse-workspace.ts";

/** Those of the scenarios: a pipeline of sales, and one of delivery. */
export const STAGES = scenario([]).stages ?? [];

export const untag = (tagId: string) => action(`untag-${tagId}`, "remove_tag", { tagIds: [tagId] });
export const field = (value: string) => action(`set-${value}`, "set_custom_field", { fieldSlug: "roof", value });
export const owner = (userId: string) => action("owner", "assign_responsible", { userId });
export const ask = (text: string) => action(text, "send_whatsapp", { text, awaitReply: true });
export const say = (id: string, text: string) => action(id, "send_whatsapp", { text });

/** What an automation asks of its deals, and of its events. */
export const when = (name: string, operator: string, value: JsonValue) => ({
  conditions: { combinator: "and", rules: [{ field: name, operator, value }] },
});
export const on = (triggerConfig: JsonObject) => ({ triggerConfig });

export const analysed = (automations: readonly unknown[], stages = STAGES) =>
  analyseWorkspace({ automations: automations as WorkspaceAutomation[], stages });

/** Automations that do nothing to each other. */
export const INNOCENT: WorkspaceAutomation[] = [
  automation("asks-at-first", "stage_entered", line(ask("Any questions?")), on({ stageId: "new" })),
  automation("welcomes", "deal_created", line(say("hello", "Olá!"), tag("new"))),
  automation("marks", "stage_entered", line(tag("hot")), on({ stageId: "proposal" })),
  automation("unmarks", "stage_left", line(untag("hot")), on({ stageId: "proposal" })),
  automation("forwards", "tag_added", line(move("proposal")), on({ tagIds: ["ready"] })),
  automation("delivers", "deal_won", line(action("lead", "create_lead", { stageId: "kick-off" }))),
  automation("asks", "stage_entered", line(ask("survey"), tag("asked")), on({ stageId: "kick-off" })),
  automation("thanks", "deal_won", line(say("thanks", "Obrigado!"), wait("year", 30_000_000), untag("hot"))),
  automation("owns-large", "deal_created", line(owner("maria")), when("deal.value", ">=", 1000)),
  automation("owns-small", "deal_created", line(owner("joao")), when("deal.value", "<", 1000)),
  automation("greets", "message_received", line(say("hi", "Bom dia")), on({ keywords: ["oi"] })),
  automation(
    "reports",
    "schedule",
    line(action("call", "webhook", { url: "https://acme.example" })),
    on({ cron: "0 9 * * *" }),
  ),
];
