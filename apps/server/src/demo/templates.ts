import type { JsonObject } from "@trilho/engine/contract";
import { EXAMPLE_IDS } from "@trilho/contract";
import type { Kysely } from "kysely";
import type { Database } from "../platform/database/schema/database.ts";

interface DemoTemplate {
  name: string;
  language: string;
  category: string;
  status: string;
  components: JsonObject[];
}

const body = (text: string, ...examples: string[]): JsonObject => ({
  type: "BODY",
  text,
  ...(examples.length > 0 && { example: { body_text: [examples] } }),
});
const FOOTER: JsonObject = { type: "FOOTER", text: "Aurora Solar" };

const TEMPLATES: readonly DemoTemplate[] = [
  {
    name: "welcome_lead",
    language: "en_US",
    category: "marketing",
    status: "approved",
    components: [
      body("Hi {{1}}, thanks for asking about solar energy! How may we help you best?", "Ana"),
      FOOTER,
      {
        type: "BUTTONS",
        buttons: [
          { type: "QUICK_REPLY", text: "Send me a quote" },
          { type: "QUICK_REPLY", text: "Plan a visit" },
        ],
      },
    ],
  },
  {
    name: "ask_for_bill",
    language: "en_US",
    category: "marketing",
    status: "approved",
    components: [
      body("{{1}}, shall we estimate what you could save each month? Just send us your last bill.", "Ana"),
      FOOTER,
    ],
  },
  {
    name: "proposal_reminder",
    language: "en_US",
    category: "utility",
    status: "approved",
    components: [
      { type: "HEADER", format: "TEXT", text: "Your proposal" },
      body("Hi {{1}}, do you have any questions about our proposal?", "Ana"),
      FOOTER,
    ],
  },
  {
    name: "proposal_reminder",
    language: "pt_BR",
    category: "utility",
    status: "approved",
    components: [
      { type: "HEADER", format: "TEXT", text: "Sua proposta" },
      body("Oi {{1}}, ficou alguma dúvida sobre a nossa proposta?", "Ana"),
      FOOTER,
    ],
  },
  {
    name: "summer_campaign",
    language: "pt_BR",
    category: "marketing",
    status: "pending",
    components: [body("{{nome}}, o verão chegou: sua conta de luz não precisa subir."), FOOTER],
  },
];

/** Templates of the demo's WhatsApp channel: some can be sent, one waits for its approval. */
export async function insertDemoTemplates(trx: Kysely<Database>, workspaceId: string): Promise<void> {
  await trx
    .insertInto("message_templates")
    .values(
      TEMPLATES.map(({ components, ...template }) => ({
        ...template,
        workspace_id: workspaceId,
        channel_id: EXAMPLE_IDS.channel,
        components: JSON.stringify(components),
      })),
    )
    .execute();
}
