import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AutomationInteractions } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine";
import { describeFinding, startAnalysis } from "@trilho/engine/interactions";
import type { AnalysedWorkspace, FindingNames, WorkspaceAnalysis } from "@trilho/engine/interactions";
import type { Handlers } from "../../../platform/service/handlers.ts";
import type { Principal } from "../../../platform/security/principal.ts";
import { done, notFound, refused } from "../../../platform/service/outcome.ts";
import { languageOf } from "../../../platform/service/language.ts";
import type { ChannelStore } from "../../conversations/port.ts";
import type { TagStore } from "../../deals/tags/port.ts";
import type { ReferenceStore } from "../../reference/reference.ts";
import { withoutCredentials } from "../credentials.ts";
import type { StoredAutomation } from "../model.ts";
import type { AutomationFilter, AutomationStore } from "../port.ts";
import { eachPage } from "./automation-pages.ts";

interface Stores {
  automations: Pick<AutomationStore, "get" | "list">;
  reference: ReferenceStore;
  tags: TagStore;
  channels: ChannelStore;
}

/** Ways and simulations that are tried for one answer: half a second of a slow processor. */
const BUDGET = 300;
const MOST_FINDINGS = 50;
/** After so long others get their turn. */
const TURN_MS = 10;

/** What automations do to each other. */
export function createInteractionService(store: Stores): Pick<Handlers, "getAutomationInteractions"> {
  return {
    async getAutomationInteractions({ principal, params: { id } }) {
      const { workspaceId } = principal;
      const own = await store.automations.get(workspaceId, id);
      if (own === null) return refused(notFound("automation"));
      const { read, complete } = await readAll(store, workspaceId, { enabled: true });
      const automations = [own, ...read.filter((each) => each.id !== id)].map(withoutCredentials);
      const things = await thingsOf(store, workspaceId);
      const analysis = await analyse(workspaceOf(automations, things, principal), id);
      return done(interactionsOf(analysis, automations, namesIn(things, automations), principal, complete));
    },
  };
}

async function readAll(store: Stores, workspaceId: string, filter: AutomationFilter) {
  const read: StoredAutomation[] = [];
  const complete = await eachPage(store.automations, workspaceId, filter, async (page) => {
    read.push(...page);
    return true;
  });
  return { read, complete };
}

/** What a workspace has that automations name. */
async function thingsOf({ reference, tags, channels }: Stores, workspaceId: string) {
  const [pipelines, fields, users, tagList, channelList, { businessHours }] = await Promise.all([
    reference.pipelines(workspaceId),
    reference.customFields(workspaceId, "deal"),
    reference.users(workspaceId),
    tags.list(workspaceId),
    channels.list(workspaceId),
    reference.workspace(workspaceId),
  ]);
  return { pipelines, fields, users, tags: tagList, channels: channelList, businessHours };
}

type Things = Awaited<ReturnType<typeof thingsOf>>;

const workspaceOf = (
  automations: readonly StoredAutomation[],
  { pipelines, fields, users, tags, channels, businessHours }: Things,
  { timeZone }: Principal,
): AnalysedWorkspace => ({
  automations: automations as unknown as AnalysedWorkspace["automations"],
  stages: pipelines.flatMap(({ id: pipelineId, stages }) =>
    stages.map(({ id, isWon, isLost }) => ({ id, pipelineId, isWon, isLost })),
  ),
  fieldSlugs: Object.fromEntries(fields.map(({ id, slug }) => [id, slug])),
  timeZone,
  businessHours,
  tagIds: idsIn(tags),
  userIds: idsIn(users),
  channelIds: idsIn(channels),
});

const idsIn = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

/** In turns of the event loop, which end after a few milliseconds. */
async function analyse(workspace: AnalysedWorkspace, about: string): Promise<WorkspaceAnalysis> {
  const analysis = startAnalysis(workspace, { about, budget: BUDGET, mostFindings: MOST_FINDINGS });
  for (;;) {
    await nextTurn();
    const end = performance.now() + TURN_MS;
    do if (analysis.go(1)) return analysis.result();
    while (performance.now() < end);
  }
}

const byId = (list: readonly { id: string; name: string | null }[]): ReadonlyMap<string, string | null> =>
  new Map(list.map(({ id, name }) => [id, name] as const));

/** What things are called in sentences. */
function namesIn({ pipelines, fields, users, tags }: Things, automations: readonly StoredAutomation[]): FindingNames {
  const names: Readonly<Record<Parameters<FindingNames>[0], ReadonlyMap<string, string | null>>> = {
    automation: byId(automations),
    stage: byId(pipelines.flatMap(({ stages }) => stages)),
    tag: byId(tags),
    customField: new Map(fields.map(({ slug, name }) => [slug, name])),
    user: byId(users),
  };
  return (kind, id) => names[kind].get(id) ?? null;
}

function interactionsOf(
  { findings, unreadable, complete }: WorkspaceAnalysis,
  automations: readonly StoredAutomation[],
  names: FindingNames,
  { locale }: Principal,
  isAll: boolean,
): AutomationInteractions {
  const tag = languageOf(locale) === "pt" ? "pt-BR" : "en";
  const ids = new Set(automations.map(({ id }) => id));
  return {
    items: findings.map(({ shown, proved, ...told }) => ({
      code: told.code,
      message: describeFinding(told, { tag }, names),
      params: told.params,
      places: told.places.map((place) => ({
        ...place,
        automationName: names("automation", place.automationId) ?? place.automationId,
      })),
      // It is plain JSON.
      witness: shown as unknown as JsonObject | null,
      proved,
    })),
    notRead: unreadable.filter((id) => ids.has(id)),
    complete: complete && isAll,
  };
}
