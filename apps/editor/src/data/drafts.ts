import { ApiError, type AutomationDraft, type AutomationVersion } from "@trilho/api-client";
import { useQuery } from "@tanstack/react-query";
import { automationKeys } from "./automation-cache.ts";
import { useClient } from "./client-provider.tsx";

/** Unpublished changes that the service keeps, with the version that they started from. */
export interface StoredDraft {
  draft: AutomationDraft;
  /** Null where that version is not kept any more. */
  base: AutomationVersion | null;
}

/** Null where there is none, or where the service keeps none. Asked for whenever an automation is opened. */
export function useStoredDraft(id: string) {
  const client = useClient();
  return useQuery<StoredDraft | null>({
    queryKey: automationKeys.draft(id),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const draft = await orNull(client.automations.draft(id, { signal }));
      if (draft === null) return null;
      return { draft, base: await orNull(client.automations.version(id, draft.baseVersion, { signal })) };
    },
  });
}

/** Null for what is not found: a service of the contract alone has no such routes. */
async function orNull<Value>(asked: PromiseLike<Value>): Promise<Value | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
