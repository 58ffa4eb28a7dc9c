import type { CustomField } from "@trilho/contract";
import {
  en,
  fieldsFor,
  nodeName,
  referenceRules,
  startProblems,
  toField,
  validateGraph,
  type Diagnostic,
  type JsonObject,
  type KnownThings,
} from "@trilho/engine";
import { describeFailure, type FailureReason } from "@trilho/engine/failures";
import { liquidRules } from "@trilho/engine/liquid";
import { entryWarnings, fieldWarnings } from "@trilho/engine/trigger";
import { whatsappRules, type WhatsappTemplate } from "@trilho/engine/whatsapp";
import { ptBR } from "@trilho/engine/messages/pt-BR";
import { alone } from "../../platform/background/alone.ts";
import type { Principal } from "../../platform/security/principal.ts";
import { fieldFailure } from "./checks/field-failure.ts";
import { triggerProblems } from "./checks/trigger-check.ts";
import { actionNodes } from "./actions.ts";
import type { AutomationReplacement } from "./model.ts";
import type { Notices } from "../../platform/service/outcome.ts";
import { automationPrincipal } from "./principal.ts";
import type { ReferenceStore } from "../reference/reference.ts";
import type { TagStore } from "../deals/tags/port.ts";
import type { ChannelStore, ConversationStore } from "../conversations/port.ts";
import type { TemplateStore } from "../conversations/template-port.ts";
import { languageOf } from "../../platform/service/language.ts";

type Workspace = Pick<Principal, "workspaceId" | "timeZone" | "locale">;

/** The most warnings of a graph in one answer. */
const MOST = 20;

const MESSAGES = {
  en: {
    locale: en,
    words: "en",
    more: "There are more warnings.",
    never: "It never starts: this cannot be read:",
    fails: (name: string, why: string) => `“${name}” will fail. ${why}`,
  },
  pt: {
    locale: ptBR,
    words: "pt-BR",
    more: "Há mais avisos.",
    never: "Ela nunca inicia: não é possível ler isto:",
    fails: (name: string, why: string) => `“${name}” vai falhar. ${why}`,
  },
} as const;

/** Where what an automation names is looked up. */
export interface NoticeStores {
  reference: ReferenceStore;
  tags: TagStore;
  channels: ChannelStore;
  templates: Pick<TemplateStore, "list">;
  conversations: Pick<ConversationStore, "assets">;
}

/** The same, and what its server allows. */
interface Sources extends NoticeStores {
  callsPrivateAddresses: boolean;
}

/** What is accepted of an automation and yet most likely a mistake: warnings of its graph and texts, and what its workspace does not have. */
export async function noticesOf(
  store: Sources,
  workspace: Workspace,
  definition: AutomationReplacement,
): Promise<Notices> {
  const { triggerType, triggerConfig, scope, stageId, outboundChannelId, graphDefinition } = definition;
  const { locale, more, never } = MESSAGES[languageOf(workspace.locale)];
  const trigger = { type: triggerType, config: triggerConfig };
  const known = await knownThings(store, workspace, definition);
  const around = { trigger, outboundChannelId };
  const extraRules = [
    ...referenceRules(known, around),
    ...whatsappRules(known, around),
    ...liquidRules(fieldsFor(known.customField)),
  ];
  const options = { locale, trigger, maxProblems: MOST, extraRules };
  const { problems, truncated } = await alone(() => validateGraph(graphDefinition, options));
  const graph = graphDefinition as unknown as JsonObject;
  const automation = { triggerType, triggerConfig, scope, stageId, graphDefinition: graph };
  const unreadable = [...startProblems(definition), ...triggerProblems(definition)].map(({ field }) => field);
  return [
    ...(unreadable.length > 0
      ? [{ code: "never-starts", message: `${never} ${unreadable.join(", ")}.`, fields: unreadable }]
      : []),
    ...warningsOf([...fieldWarnings(definition, locale), ...entryWarnings(automation, locale)], ""),
    ...warningsOf(problems, "graphDefinition"),
    ...fieldFailures(definition, known.customField, workspace.locale),
    ...(truncated ? [{ code: "more-warnings", message: more, fields: [] }] : []),
  ];
}

const warningsOf = (problems: readonly Diagnostic[], prefix: string): Notices =>
  problems
    .filter(({ severity }) => severity === "warning")
    .map(({ code, message, path, params }) => ({
      code,
      message,
      fields: [toField(path, prefix)],
      ...(code === "certain-failure" && { failure: [params?.["failure"] as unknown as FailureReason] }),
    }));

/** Of custom fields that are set to what they do not take. */
function fieldFailures(
  { graphDefinition: { nodes } }: AutomationReplacement,
  customField: readonly CustomField[],
  workspaceLocale: string,
): Notices {
  const { locale, words, fails } = MESSAGES[languageOf(workspaceLocale)];
  const found = nodes.flatMap((node, index) => {
    const { type, actionType, config = {} } = node;
    if (type !== "action" || actionType !== "set_custom_field") return [];
    const reason = fieldFailure(config, { customField, locale: workspaceLocale });
    if (reason === null) return [];
    const message = fails(nodeName(node, locale), describeFailure([reason], words) ?? reason.code);
    const fields = [toField(`/nodes/${index}/config/value`, "graphDefinition")];
    return [{ code: "certain-failure", message, fields, failure: [reason] }];
  });
  return found.slice(0, MOST);
}

async function knownThings(
  store: Sources,
  workspace: Workspace,
  definition: AutomationReplacement,
): Promise<KnownThings & { customField: readonly CustomField[]; template: readonly WhatsappTemplate[] }> {
  const { workspaceId } = workspace;
  const [pipelines, tags, users, customField, channel, file, template] = await Promise.all([
    store.reference.pipelines(workspaceId),
    store.tags.list(workspaceId),
    store.reference.users(workspaceId),
    store.reference.customFields(workspaceId, "deal"),
    store.channels.list(workspaceId),
    knownFiles(store, workspace, definition),
    store.templates.list(workspaceId),
  ]);
  const stages = pipelines.flatMap(({ id: pipelineId, stages: own }) =>
    own.map(({ id, isWon, isLost }) => ({ id, pipelineId, isWon, isLost })),
  );
  return {
    pipeline: pipelines.map(({ id }) => id),
    stage: stages.map(({ id }) => id),
    stages,
    tag: tags.map(({ id }) => id),
    user: users.filter(({ active }) => active).map(({ id }) => id),
    customField,
    channel,
    file,
    template,
    callsPrivateAddresses: store.callsPrivateAddresses,
    // This service keeps none.
    script: [],
  };
}

/** Of the files that a graph names, those that are there. */
async function knownFiles(
  store: NoticeStores,
  { workspaceId, ...workspace }: Workspace,
  { graphDefinition }: AutomationReplacement,
): Promise<string[]> {
  const named = actionNodes(graphDefinition).flatMap(({ config }) => config?.["mediaAssetId"] ?? []);
  const ids = [...new Set(named.filter((id) => typeof id === "string"))];
  const viewer = automationPrincipal({ workspaceId, workspace });
  const files = await Promise.all(ids.map((id) => store.conversations.assets.find(viewer, id)));
  return files.flatMap((file) => file?.id ?? []);
}
