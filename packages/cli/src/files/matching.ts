import type { Automation } from "@trilho/api-client";
import type { FolderFile } from "./folder.ts";
import type { LockEntries } from "./lock.ts";

/** The automation of each file: the one that it was pulled from or applied to, else the only one of its name. */
export interface Matches {
  readonly ofFile: ReadonlyMap<FolderFile, Automation>;
  /** Files of whose name there are several automations or files, so that nobody knows which is meant. */
  readonly unclear: readonly FolderFile[];
  /** Automations that no file is of. */
  readonly others: readonly Automation[];
}

export function matched(files: readonly FolderFile[], automations: readonly Automation[], lock: LockEntries): Matches {
  const byId = new Map(automations.map((each) => [each.id, each]));
  const ofFile = new Map<FolderFile, Automation>();
  const taken = new Set<string>();
  for (const file of files) {
    const known = byId.get(lock.get(file.path)?.id ?? "");
    if (known === undefined || taken.has(known.id)) continue;
    ofFile.set(file, known);
    taken.add(known.id);
  }
  const left = automations.filter(({ id }) => !taken.has(id));
  const open = files.filter((file) => !ofFile.has(file));
  const unclear: FolderFile[] = [];
  for (const file of open) {
    const name = nameOf(file);
    const [only, ...more] = left.filter((each) => each.name === name);
    if (only === undefined) continue;
    if (more.length > 0 || open.some((other) => other !== file && nameOf(other) === name)) unclear.push(file);
    else {
      ofFile.set(file, only);
      taken.add(only.id);
    }
  }
  return { ofFile, unclear, others: automations.filter(({ id }) => !taken.has(id)) };
}

/** As the API keeps it. */
export function nameOf({ value: { name } }: FolderFile): string | null {
  return typeof name === "string" ? name.trim() : null;
}
