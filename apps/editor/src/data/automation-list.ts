import type {
  Automation,
  AutomationActivity,
  AutomationsActivity,
  AutomationsOverview,
  ChangeAutomationsRequest,
  Client,
  ListedAutomation,
} from "@trilho/api-client";
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { type AutomationList, automationKeys } from "./automation-cache.ts";
import { allAutomations } from "./automations.ts";
import { prepareConnection, useClient } from "./client-provider.tsx";
import { isHere, LIST } from "./early-answers.ts";
import type { Session } from "./kept-session.ts";

/** All automations without their definitions, newest first. */
const listQuery = (client: Client, queries: QueryClient) =>
  queryOptions<AutomationList>({
    queryKey: automationKeys.overview,
    queryFn: async ({ signal }) =>
      (await orNothing<AutomationsOverview>(client.automations.overview({ signal }))) ??
      (await fromDefinitions(client, queries, signal)),
  });

export const useAutomationList = () => useQuery(listQuery(useClient(), useQueryClient()));

/** Asks for the list before anything is drawn, and waits for it where it has arrived already. */
export async function beginWithList(session: Session): Promise<void> {
  const hasArrived = isHere(session, LIST);
  const { clients, queries } = prepareConnection(session);
  const asked = queries.prefetchQuery(listQuery(clients.client, queries));
  if (hasArrived) await asked;
}

/** Of a service that has no overview: nobody is told who looks, so that nothing but the contract's is shown. */
async function fromDefinitions(client: Client, queries: QueryClient, signal: AbortSignal): Promise<AutomationList> {
  const automations = await allAutomations(client, signal);
  queries.setQueryData<Automation[]>(automationKeys.list, automations);
  return { memberId: null, items: automations.map(listed) };
}

/** An automation as an overview has it, of a service that knows neither labels nor owners. */
function listed(automation: Automation): ListedAutomation {
  const { id, name, version, enabled, triggerType, scope, pipelineId, stageId } = automation;
  const { createdAt, updatedAt, pauses, graphDefinition } = automation;
  const steps = Array.isArray(graphDefinition?.nodes) ? graphDefinition.nodes.length : 0;
  return {
    id,
    name,
    version,
    enabled,
    triggerType,
    scope,
    pipelineId,
    stageId,
    steps,
    createdAt,
    updatedAt,
    labels: [],
    owner: null,
    draft: null,
    review: null,
    ...(pauses !== undefined && { pauses }),
  };
}

/** What a service answers to an address that it does not know: it takes "overview" for an automation's id. */
const UNKNOWN: ReadonlySet<number> = new Set([400, 404, 405]);

async function orNothing<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && "status" in error && UNKNOWN.has(Number(error.status))) return null;
    throw error;
  }
}

export interface Activity {
  days: AutomationsActivity["days"];
  of: ReadonlyMap<string, AutomationActivity>;
}

const LIVE_MS = 60_000;

/** What all automations did in the last days; null where the service does not tell. Asked for again every minute. */
export function useActivity() {
  const client = useClient();
  const { data, isPending } = useQuery<AutomationsActivity | null>({
    queryKey: automationKeys.activity,
    // Who comes back to the list sees what has run meanwhile.
    staleTime: 0,
    refetchInterval: LIVE_MS,
    queryFn: ({ signal }) => orNothing(client.automations.activity({}, { signal })),
  });
  const activity = useMemo<Activity | null>(
    () => (data ? { days: data.days, of: new Map(data.items.map((each) => [each.automationId, each])) } : null),
    [data],
  );
  return { activity, isPending };
}

/** A whole automation, asked for when it is called. */
export function useAskAutomation(): (id: string) => Promise<Automation> {
  const client = useClient();
  const queries = useQueryClient();
  return (id) =>
    queries.fetchQuery({
      queryKey: automationKeys.one(id),
      queryFn: ({ signal }) => client.automations.get(id, { signal }),
    });
}

/** Switches, pauses, labels or hands over many at once. */
export function useChangeAutomations() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeAutomationsRequest) => client.automations.change(body),
    onSuccess: async ({ results }, { enabled }) => {
      const changed = new Set(results.filter((result) => result.changed).map(({ id }) => id));
      if (enabled !== undefined) {
        const switched = <T extends Pick<ListedAutomation, "id" | "enabled">>(each: T): T =>
          changed.has(each.id) ? { ...each, enabled } : each;
        queries.setQueryData<Automation[]>(automationKeys.list, (list) => list?.map(switched));
      }
      await Promise.all([
        queries.invalidateQueries({ queryKey: automationKeys.overview }),
        queries.invalidateQueries({ queryKey: ["automation"] }),
      ]);
    },
  });
}
