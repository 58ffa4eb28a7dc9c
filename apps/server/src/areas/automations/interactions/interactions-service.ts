import { performance } from "node:perf_hooks";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { AutomationInteractions, AutomationUses } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine";
import { describeFinding, readsAndWrites, startAnalysis, THING_KINDS } from "@trilho/engine/interactions";
import type { AnalysedWorkspace, FindingNames, ThingKind, WorkspaceAnalysis } from "@trilho/engine/interactions";
import type { Handlers } from "../../../platform/service/handlers.ts";
import type { Principal } from "../../../platform/security/principal.ts";
import { done, notFound, refused } from "../../../platform/service/outcome.ts";
import { languageOf } from "../../../platform/service/language.ts";
import type { ChannelStore } from "../../conversations/port.ts";
import type { TemplateStore } from "../../conversations/template-port.ts";
import type { TagStore } from "../../deals/tags/port.ts";
import type { ReferenceStore } from "../../reference/reference.ts";
import { withoutCredentials } from "../credentials.ts";
import type { StoredAutomation } from "../model.ts";
import type { AutomationFilter, AutomationStore } from "../port.ts";

interface Stores {
  automations: Pick<AutomationStore, "get" | "list">;
  reference: ReferenceStore;
  tags: TagStore;
  channels: ChannelStore;
  templates: Pick<TemplateStore, "list">;
}

/** Automations of a workspace that are looked at, the newest first, and how many are read at once. */
const MOST_AUTOMATIONS = 1000;
const PAGE = 100;
/** Ways and simulations that are tried for one answer: half a second of a slow processor. */
const BUDGET = 300;
const MOST_FINDINGS = 50;
const MOST_USES = 500;
/** After so long others get their turn. */
const TURN_MS = 10;

/** What automations do to each other, and where they use what a workspace has. */
export function createInteractionService(store: Stores): Pick<Handlers, "getAutomationInteractions" | "getUsage"> {
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

    async getUsage({ principal: { workspaceId }, params: { kind, id } }) {
      const items: AutomationUses["items"] = [];
      const wanted = await thingOf(store, workspaceId, kind, id);
      const complete = await eachPage(store, workspaceId, {}, async (automations) => {
        for (const automation of automations) {
          items.push(...usesIn(automation, wanted));
          if (items.length > MOST_USES) return false;
          await nextTurn();
        }
        return true;
      });
      const isKnown = items.length > 0 || (await wanted.isThere());
      return isKnown ? done({ items: items.slice(0, MOST_USES), complete }) : refused(notFound(kind));
    },
  };
}

/** Reads a workspace's automations page by page; whether that was all of them. */
async function eachPage(
  { automations }: Stores,
  workspaceId: string,
  filter: AutomationFilter,
  take: (page: StoredAutomation[]) => Promise<boolean>,
): Promise<boolean> {
  let after: Parameters<AutomationStore["list"]>[3] = null;
  for (let count = 0; count < MOST_AUTOMATIONS; count += PAGE) {
    const page = await automations.list(workspaceId, filter, PAGE, after);
    if (!(await take(page))) return false;
    const last = page.at(-1);
    if (page.length < PAGE || last === undefined) return true;
    after = { at: last.createdAt, id: last.id };
  }
  return false;
}

async function readAll(store: Stores, workspaceId: string, filter: AutomationFilter) {
  const read: StoredAutomation[] = [];
  const complete = await eachPage(store, workspaceId, filter, async (page) => {
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

/** A thing of an address: what the engine calls its kind, and all the names that automations may give it. */
async function thingOf(store: Stores, workspaceId: string, kind: string, id: string) {
  const named = kind === "custom-field" ? "customField" : kind;
  const field = kind === "custom-field" ? await fieldOf(store, workspaceId, id) : undefined;
  return {
    kind: THING_KINDS.find((each) => each === named) ?? null,
    ids: new Set(field === undefined ? [id] : [field.id, field.slug]),
    isThere: async () => field !== undefined || (await idsOf(store, workspaceId, kind)).includes(id),
  };
}

const fieldOf = async ({ reference }: Stores, workspaceId: string, id: string) =>
  (await reference.customFields(workspaceId, "deal")).find((each) => each.id === id || each.slug === id);

/** What a workspace has of a kind, under the names that automations use. */
async function idsOf(store: Stores, workspaceId: string, kind: string): Promise<string[]> {
  const { reference, tags, channels, templates } = store;
  switch (kind) {
    case "stage":
      return (await reference.pipelines(workspaceId)).flatMap(({ stages }) => idsIn(stages));
    case "pipeline":
      return idsIn(await reference.pipelines(workspaceId));
    case "tag":
      return idsIn(await tags.list(workspaceId));
    case "user":
      return idsIn(await reference.users(workspaceId));
    case "channel":
      return idsIn(await channels.list(workspaceId));
    default:
      return (await templates.list(workspaceId)).map(({ name }) => name);
  }
}

const usesIn = (
  automation: StoredAutomation,
  { kind, ids }: { kind: ThingKind | null; ids: ReadonlySet<string> },
): AutomationUses["items"] =>
  readsAndWrites(automation)
    .filter((touch) => touch.kind === kind && ids.has(touch.id ?? ""))
    .map(({ mode, place }) => ({ ...place, automationName: automation.name, enabled: automation.enabled, mode }));
