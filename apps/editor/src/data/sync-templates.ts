import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useClientIfAny } from "./client-provider.tsx";

/** Has the server ask WhatsApp for its templates; the list is read anew then. */
export function useSyncTemplates() {
  const client = useClientIfAny();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => {
      if (client === null) throw new Error("Without a service nothing can be asked for.");
      return client.messageTemplates.sync({});
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["message-templates"] }),
  });
}
