import { createClient, isApiError } from "@trilho/api-client";
import type { Automation, Client, CustomField, MessageTemplate, Pipeline, Tag, User } from "@trilho/api-client";
import type { Io } from "../io.ts";
import { Names } from "./names.ts";

/** How a service is reached. */
export const CONNECTION = { url: { type: "string" }, key: { type: "string" } } as const;

/** What cannot be done, told in a line; the command ends with 1. */
export class FilesError extends Error {}

export interface Service {
  readonly client: Client;
  /** Without what may be a secret in it. */
  readonly url: string;
}

/** What a workspace has, as far as files say it. */
export interface Workspace {
  /** Names the workspace among others in a lock file. */
  readonly title: string;
  /** Whether what automations do changes only once somebody has approved it. */
  readonly isReviewed: boolean;
  readonly automations: readonly Automation[];
  readonly pipelines: readonly Pipeline[];
  readonly tags: readonly Tag[];
  readonly customFields: readonly CustomField[];
  readonly users: readonly User[];
  readonly templates: readonly MessageTemplate[];
  readonly lossReasons: readonly string[];
  readonly names: Names;
}

/** The service that options or the environment name. Throws `FilesError`. */
export function serviceOf({ url, key }: { url: string | undefined; key: string | undefined }, io: Io): Service {
  const baseUrl = url ?? io.env["TRILHO_URL"];
  const apiKey = key ?? io.env["TRILHO_API_KEY"];
  if (!baseUrl) throw new FilesError("Say where the service is: --url, or TRILHO_URL.");
  if (!apiKey) throw new FilesError("Give an API key: TRILHO_API_KEY, or --key.");
  try {
    const { origin, pathname } = new URL(baseUrl);
    return { client: createClient({ baseUrl, apiKey }), url: `${origin}${pathname}`.replace(/\/+$/, "") };
  } catch (error) {
    if (error instanceof TypeError)
      throw new FilesError(`The service's address or key: ${error.message}`, { cause: error });
    throw error;
  }
}

type Things = Pick<Workspace, "pipelines" | "tags" | "customFields" | "users" | "templates" | "lossReasons" | "names">;

/** Reads all that files may name. */
export async function readThings(client: Client): Promise<Things> {
  const [pipelines, tags, customFields, users, templates, lossReasons] = await Promise.all([
    client.pipelines.list(),
    client.tags.list(),
    client.customFields.list(),
    client.users.list(),
    orNothing(client.messageTemplates.list(), []),
    client.pipelines.listLossReasons(),
  ]);
  const things = { pipelines, tags, customFields, users, templates };
  return { ...things, lossReasons, names: new Names(things) };
}

export async function readWorkspace({ client, url }: Service): Promise<Workspace> {
  const [about, things, automations] = await Promise.all([
    orNothing(client.workspace.get(), null),
    readThings(client),
    all(client.automations.list({ limit: 100 })),
  ]);
  return {
    ...things,
    title: about === null ? url : `${about.name} at ${url}`,
    isReviewed: about?.automationReview === true,
    automations: automations.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1)),
  };
}

/** Another service may lack what extends the contract. */
const orNothing = <T, N>(call: Promise<T>, nothing: N): Promise<T | N> =>
  call.catch((error: unknown) => {
    if (isApiError(error, 404)) return nothing;
    throw error;
  });

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}
