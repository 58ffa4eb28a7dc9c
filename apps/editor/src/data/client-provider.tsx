import { createClient, type Client } from "@trilho/api-client";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useStore } from "zustand";
import { createStore, type StoreApi } from "zustand/vanilla";
import { createContext, useContext, useEffect, useMemo, type ReactNode } from "react";
import { fetchEarly } from "./early-answers.ts";
import type { Session } from "./kept-session.ts";
import { createPauses, hearPauses, type Pauses } from "./failures/pauses.ts";
import { useOtherTabs } from "./use-other-tabs.ts";

interface Clients {
  /** Of the service, without a trailing slash; null where a page brought its own client. */
  baseUrl: string | null;
  client: Client;
  /** Never repeats a call by itself: whoever publishes is told of each failure, and decides. */
  writer: Client;
  pauses: Pauses;
  /** Whether the service has said that it carries out once what is sent under one Idempotency-Key. */
  takesKeys: () => boolean;
  /** Whether the service refuses the API key by now. */
  refusal: Refusal;
}

type Refusal = StoreApi<{ isRefused: boolean }>;

const ClientContext = createContext<Clients | null>(null);

/** A publish that takes longer than this is looked up instead of awaited. */
const WRITE_TIMEOUT_MS = 20_000;

/** The client repeats what may pass by itself, so that queries do not. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: 30_000, refetchOnWindowFocus: true, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });

const createRefusal = (): Refusal => createStore(() => ({ isRefused: false }));

/** Remembers what any answer said: that the service takes idempotency keys, and that it takes the API key no more. */
function hearAnswers() {
  let taken = false;
  const refusal = createRefusal();
  return {
    takesKeys: () => taken,
    refusal,
    onResponse: ({ response: { headers, ok, status } }: { response: Response }): void => {
      taken ||= headers.has("accept-idempotency-key");
      if (ok || status === 401) refusal.setState({ isRefused: !ok });
    },
  };
}

function connectClients({ baseUrl, apiKey }: Session): Clients {
  const pauses = createPauses();
  const { onResponse, ...heard } = hearAnswers();
  return {
    ...heard,
    baseUrl,
    pauses,
    client: createClient({ baseUrl, apiKey, fetch: fetchEarly, hooks: { onResponse, onRetry: hearPauses(pauses) } }),
    writer: createClient({ baseUrl, apiKey, retries: 0, timeoutMs: WRITE_TIMEOUT_MS, hooks: { onResponse } }),
  };
}

interface Connection {
  clients: Clients;
  queries: QueryClient;
}

const connect = (session: Session): Connection => ({
  clients: connectClients(session),
  queries: createQueryClient(),
});

let prepared: { session: Session; connection: Connection } | null = null;

/** Before anything is drawn: the next provider of an equal session has what this was answered. */
export function prepareConnection(session: Session): Connection {
  const connection = connect(session);
  prepared = { session, connection };
  return connection;
}

function takeConnection(session: Session): Connection {
  const ready = prepared;
  prepared = null;
  const isEqual = ready?.session.baseUrl === session.baseUrl && ready.session.apiKey === session.apiKey;
  return isEqual ? ready.connection : connect(session);
}

/** Everything below asks with this session. Another session starts with nothing cached. */
export function ClientProvider({ session, children }: { session: Session; children: ReactNode }) {
  const { baseUrl, apiKey } = session;
  const { clients, queries } = useMemo(() => takeConnection({ baseUrl, apiKey }), [baseUrl, apiKey]);
  useEffect(() => () => queries.clear(), [queries]);
  useOtherTabs(baseUrl, queries);
  return (
    <ClientContext value={clients}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ClientContext>
  );
}

interface GivenClientProps {
  /** Null for an editor without a service: nothing is asked for then. */
  client: Client | null;
  children: ReactNode;
}

/** What somebody else's client is answered is not seen here. */
const never = (): boolean => false;

/** The same with a client that somebody else made, and a cache of its own. */
export function GivenClient({ client, children }: GivenClientProps) {
  const clients = useMemo(
    () =>
      client && {
        baseUrl: null,
        client,
        writer: client,
        pauses: createPauses(),
        takesKeys: never,
        refusal: createRefusal(),
      },
    [client],
  );
  const queries = useMemo(() => ({ of: client, client: createQueryClient() }), [client]).client;
  useEffect(() => () => queries.clear(), [queries]);
  return (
    <ClientContext value={clients}>
      <QueryClientProvider client={queries}>{children}</QueryClientProvider>
    </ClientContext>
  );
}

export const useClient = (): Client => useClients().client;

/** Null in an editor that was given none. */
export const useClientIfAny = (): Client | null => useContext(ClientContext)?.client ?? null;

/** The pauses that the service asks of this session. */
export const usePauses = (): Pauses => useClients().pauses;

/** Whether any request, also one that nobody waits for, was told that the API key is not accepted. */
export const useIsKeyRefused = (): boolean => useStore(useClients().refusal, ({ isRefused }) => isRefused);

export const useTakesKeys = (): (() => boolean) => useClients().takesKeys;

/** For calls whose every failure is somebody's to know at once. */
export const useWriter = (): Client => useClients().writer;

function useClients(): Clients {
  const clients = useContext(ClientContext);
  if (clients === null) throw new Error("useClient works only inside a ClientProvider.");
  return clients;
}

/** Where the service is; null without one. */
export const useServiceUrl = (): string | null => useContext(ClientContext)?.baseUrl ?? null;
