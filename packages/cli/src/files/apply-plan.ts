import { randomUUID } from "node:crypto";
import { isApiError } from "@trilho/api-client";
import type { Automation, Client } from "@trilho/api-client";
import type { Io } from "../io.ts";
import { MARK } from "./drift.ts";
import { entryOf, writeLock } from "./lock.ts";
import type { LockEntry } from "./lock.ts";
import { bodyOf, isSameDefinition } from "./plan.ts";
import type { AutomationStep, Plan } from "./plan.ts";
import { readThings } from "./service.ts";
import type { Service, Workspace } from "./service.ts";
import { tellProblems } from "./tell-plan.ts";

interface Applying {
  readonly client: Client;
  readonly workspace: Workspace;
  readonly folder: string;
  readonly note: string;
  readonly io: Io;
}

/**
 * Carries a plan out, one thing after the other, and writes down each in the lock file as it is done: after a failure, or
 * a kill, the next plan holds what is left. Answers whether all of it was done.
 */
export async function applyPlan(
  { workspace: steps, automations, title }: Plan,
  service: Service,
  workspace: Workspace,
  lock: ReadonlyMap<string, LockEntry>,
  { folder, note, io }: Pick<Applying, "folder" | "note" | "io">,
): Promise<boolean> {
  const { client } = service;
  for (const { what, kind, run } of steps) {
    await run(client);
    io.out(`${what}: ${kind === "create" ? "created" : "changed"}\n`);
  }
  const now = steps.length === 0 ? workspace : { ...workspace, ...(await readThings(client)) };
  const entries = new Map([...lock].filter(([path]) => automations.some(({ file }) => file.path === path)));
  let isDone = true;
  for (const step of automations) {
    const stored = await applied(step, { client, workspace: now, folder, note, io });
    if (stored === null) {
      isDone = false;
      continue;
    }
    entries.set(step.file.path, entryOf(stored));
    if (step.kind !== "same") await writeLock(folder, title, entries, io);
  }
  await writeLock(folder, title, entries, io);
  return isDone;
}

/** The automation as it is stored now; null where the service refused it, which is told. */
async function applied(step: AutomationStep, applying: Applying): Promise<Automation | null> {
  const { file, kind, stored } = step;
  if (kind === "same") return stored;
  const { workspace, io, folder } = applying;
  const { body, problems } = bodyOf(file, workspace, io.env);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    tellProblems(errors, folder, io);
    return null;
  }
  try {
    return await (stored === null ? create(step, body, applying) : change(step, stored, body, applying));
  } catch (error) {
    if (!isApiError(error) || error.status === 401 || error.status === 429) throw error;
    const fields = error.fieldErrors.map(({ field, message }) => ({
      ...pointerPlace(step, field),
      message: `${field} ${message}`,
    }));
    const told = fields.length > 0 ? fields : [{ line: 1, column: 1, message: error.message }];
    tellProblems(
      told.map((each) => ({ ...each, path: file.path, severity: "error" })),
      folder,
      io,
    );
    return null;
  }
}

/** `graphDefinition.nodes[1].config` as a JSON Pointer. */
const pointerPlace = ({ file }: AutomationStep, field: string) =>
  file.placeOf(`/${field.replaceAll(/\[(\d+)\]/g, ".$1").replaceAll(".", "/")}`);

type Body = ReturnType<typeof bodyOf>["body"];

const noteOf = ({ file: { path } }: AutomationStep, { note }: Applying): string =>
  `${MARK}${path}${note === "" ? "" : ` (${note})`}`.slice(0, 500);

async function create(step: AutomationStep, body: Body, applying: Applying): Promise<Automation> {
  const {
    client,
    workspace: { isReviewed },
    io,
  } = applying;
  const note = noteOf(step, applying);
  const wanted = { ...body, note, ...(isReviewed && { enabled: false }) };
  const created = await client.automations.create(wanted, { idempotencyKey: randomUUID() });
  tellSecret(step, created, io);
  if (isReviewed) await ask(created, body, note, client);
  io.out(`${step.file.path}: created${isReviewed ? ", and waits for a review" : ""}\n`);
  return created;
}

async function change(step: AutomationStep, stored: Automation, body: Body, applying: Applying): Promise<Automation> {
  const {
    client,
    workspace: { isReviewed },
    io,
  } = applying;
  const { file, before, after } = step;
  if (isSameDefinition(before, after)) {
    const enabled = after["enabled"] === true;
    const switched = await client.automations.setEnabled(stored.id, { enabled });
    io.out(`${file.path}: switched ${enabled ? "on" : "off"}\n`);
    return switched;
  }
  const note = noteOf(step, applying);
  if (isReviewed) {
    await ask(stored, body, note, client);
    io.out(`${file.path}: waits for a review\n`);
    return stored;
  }
  const wanted = { ...body, note, baseVersion: stored.version };
  const replaced = await client.automations.replace(stored.id, wanted, { idempotencyKey: randomUUID() });
  tellSecret(step, replaced, io);
  io.out(`${file.path}: published as version ${replaced.version}\n`);
  return replaced;
}

/** Keeps a change as the automation's draft, which another member publishes. */
async function ask({ id, version }: Automation, body: Body, note: string, client: Client): Promise<void> {
  const { enabled: _, ...definition } = body;
  await client.automations.askReview(
    id,
    { ...definition, baseVersion: version, note },
    { idempotencyKey: randomUUID() },
  );
}

/** Told to people alone, for a log keeps what it is told. */
function tellSecret({ file }: AutomationStep, { secret }: Automation, io: Io): void {
  if (!secret) return;
  if (io.colors) io.out(`${file.path}: its webhooks are signed with ${secret}, which is told only now\n`);
  else io.out(`${file.path}: a signing secret was made for its webhooks; to know it, write your own as \${env.NAME}\n`);
}
