import type {
  MigrateRunsRequest,
  PreviewRunMigrationRequest,
  RunMigration,
  RunMigrationPreview,
} from "@trilho/api-client";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { automationKeys } from "./automation-cache.ts";
import { useClient } from "./client-provider.tsx";

/** What is asked about: the stored version, or a draft. */
export type Previewed = PreviewRunMigrationRequest;

const PROGRESS_MS = 1000;

/** How to ask what becomes of waiting runs: in the stored version, or in a draft once it is published. */
function usePreviewQuery() {
  const client = useClient();
  return (id: string, of: Previewed) =>
    queryOptions<RunMigrationPreview>({
      queryKey: automationKeys.migrationPreview(id, of),
      staleTime: 0,
      gcTime: 0,
      queryFn: ({ signal }) => client.automations.previewMigration(id, of, { signal }),
    });
}

/** A service without that route answers that it is not found. */
export const useMigrationPreview = (id: string, of: Previewed, wanted = true) =>
  useQuery({ ...usePreviewQuery()(id, of), enabled: wanted });

/** The same, asked when it is called. */
export function useAskMigrationPreview(): (id: string, of: Previewed) => Promise<RunMigrationPreview> {
  const queries = useQueryClient();
  const query = usePreviewQuery();
  return (id, of) => queries.fetchQuery(query(id, of));
}

export const isUnderWay = ({ status }: RunMigration): boolean => status === "running" || status === "undoing";

/** A migration as it is now, asked for anew until it is over; then runs are, for they stand elsewhere. */
export function useMigration(automationId: string, given: RunMigration): RunMigration {
  const client = useClient();
  const queries = useQueryClient();
  const { data = given } = useQuery({
    queryKey: automationKeys.migration(automationId, given.id),
    queryFn: ({ signal }) => client.automations.migration(automationId, given.id, { signal }),
    initialData: given,
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data) ? PROGRESS_MS : false),
  });
  const isBusy = isUnderWay(data);
  useEffect(() => {
    if (!isBusy) return;
    return () => void queries.invalidateQueries({ queryKey: automationKeys.allRuns(automationId) });
  }, [isBusy, queries, automationId]);
  return data;
}

export function useMigrateRuns(automationId: string) {
  const client = useClient();
  const remember = useRememberMigration(automationId);
  return useMutation<RunMigration, Error, MigrateRunsRequest>({
    mutationFn: (body) => client.automations.migrateRuns(automationId, body),
    onSuccess: remember,
  });
}

export function useUndoMigration(automationId: string) {
  const client = useClient();
  const remember = useRememberMigration(automationId);
  return useMutation<RunMigration, Error, string>({
    mutationFn: (id) => client.automations.undoMigration(automationId, id),
    onSuccess: remember,
  });
}

/** Runs stand elsewhere from now on. */
function useRememberMigration(automationId: string) {
  const queries = useQueryClient();
  return async (migration: RunMigration): Promise<void> => {
    queries.setQueryData(automationKeys.migration(automationId, migration.id), migration);
    await queries.invalidateQueries({ queryKey: automationKeys.allRuns(automationId) });
  };
}
