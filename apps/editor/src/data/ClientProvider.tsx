import { createClient, type Client } from "@trilho/api-client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo, type ReactNode } from "react";
import type { Session } from "./session.ts";

const ClientContext = createContext<Client | null>(null);

/** The client repeats what may pass by itself, so that queries do not. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: true, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });

/** Everything below asks with this session. Another session starts with nothing cached. */
export function ClientProvider({ session, children }: { session: Session; children: ReactNode }) {
  const { baseUrl, apiKey } = session;
  const client = useMemo(() => createClient({ baseUrl, apiKey }), [baseUrl, apiKey]);
  const queries = useMemo(() => ({ of: client, client: createQueryClient() }), [client]).client;
  useEffect(() => () => queries.clear(), [queries]);
  return (
    <ClientContext value={client}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ClientContext>
  );
}

export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error("useClient works only inside a ClientProvider.");
  return client;
}
