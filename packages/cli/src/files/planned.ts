import type { Io } from "../io.ts";
import { UsageError } from "../usage.ts";
import { readFolder } from "./folder.ts";
import { readLock } from "./lock.ts";
import type { LockEntries } from "./lock.ts";
import { planOf } from "./plan.ts";
import type { Plan } from "./plan.ts";
import { FilesError, readWorkspace, serviceOf } from "./service.ts";
import type { Service, Workspace } from "./service.ts";

export interface Planned {
  readonly service: Service;
  readonly workspace: Workspace;
  readonly lock: LockEntries;
  readonly plan: Plan;
}

/** Reads a folder and a workspace, and compares them. Throws `FilesError`. */
export async function planned(
  folder: string,
  connection: { url: string | undefined; key: string | undefined },
  io: Io,
): Promise<Planned> {
  const service = serviceOf(connection, io);
  const files = await readFolder(folder, io);
  if (files.automations.length + files.problems.length === 0 && files.workspace === null) {
    throw new FilesError(`${folder}: there is nothing to apply. “trilho pull” writes the files of a workspace.`);
  }
  const workspace = await readWorkspace(service);
  const lock = await readLock(folder, workspace.title, io);
  return { service, workspace, lock, plan: await planOf(files, workspace, lock, service.client, io.env) };
}

/** The folder that is named; the current one where none is. Throws `UsageError`. */
export function oneFolder(positionals: readonly string[]): string {
  const [folder = ".", ...more] = positionals;
  if (more.length > 0) throw new UsageError("Name one FOLDER.");
  return folder;
}
