import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Automation } from "@trilho/api-client";
import type { JsonObject } from "@trilho/engine";
import type { Io } from "../io.ts";
import { counted } from "../style.ts";
import { definitionOf, named, withOwnSecrets } from "./definition.ts";
import { AUTOMATIONS } from "./folder.ts";
import type { Folder, FolderFile } from "./folder.ts";
import { entryOf, writeLock } from "./lock.ts";
import type { LockEntries, LockEntry } from "./lock.ts";
import { matched } from "./matching.ts";
import { asJson } from "./plan.ts";
import { fieldsUnder } from "./references.ts";
import { schemaLine, schemaPath, SCHEMAS } from "./schema.ts";
import { FilesError } from "./service.ts";
import type { Workspace } from "./service.ts";
import { asWritten } from "./variables.ts";
import { workspaceValue } from "./workspace-file.ts";
import { writeYaml } from "./write-yaml.ts";
import type { Comments } from "./write-yaml.ts";

const NO_COMMENTS: Comments = new Map();

/** Writes what a workspace has into a folder. Files that say the same already are not touched. */
export async function pullInto(
  folder: string,
  files: Folder,
  workspace: Workspace,
  lock: LockEntries,
  io: Io,
): Promise<void> {
  const { ofFile, unclear, others } = matched(files.automations, workspace.automations, lock);
  const [first] = unclear;
  if (first) throw new FilesError(`${first.path}: several automations or files have this name. Rename all but one.`);
  const pulled = [...ofFile].map(([file, automation]) => ({
    path: file.path,
    file: file as FolderFile | null,
    automation,
  }));
  const taken = new Set(files.automations.map(({ path }) => path));
  for (const automation of others) {
    const path = freePath(automation, taken);
    taken.add(path);
    pulled.push({ path, file: null, automation });
  }
  const fields = fieldsUnder(workspace.customFields);
  let count = 0;
  const write = async (path: string, file: FolderFile | null, value: JsonObject, head: string, comments: Comments) => {
    if (file !== null && isDeepStrictEqual(file.value, value)) return;
    await io.write(join(folder, path), textOf(path, file, value, head, comments));
    io.out(`${join(folder, path)}: ${file === null ? "new" : "changed"}\n`);
    count += 1;
  };
  for (const { path, file, automation } of pulled) {
    const { value, comments } = named(asJson(automation), workspace.names, fields);
    const wanted = file === null ? value : besideFile(value, file, workspace, fields, io);
    await write(path, file, wanted, schemaLine("automation", 1), comments);
  }
  const { workspace: known } = files;
  // Who took the file away, or a list out of it, leaves that to the workspace.
  if (known !== null || lock.size === 0) {
    const lists = Object.entries(workspaceValue(workspace)).filter(([key]) => known === null || key in known.value);
    const path = known?.path ?? "workspace.yaml";
    await write(path, known, Object.fromEntries(lists), schemaLine("workspace", 0), NO_COMMENTS);
  }
  for (const name of ["automation", "workspace"] as const) {
    await io.write(join(folder, schemaPath(name)), `${JSON.stringify(SCHEMAS[name], null, 2)}\n`);
  }
  const entries = new Map<string, LockEntry>(pulled.map(({ path, automation }) => [path, entryOf(automation)]));
  await writeLock(folder, workspace.title, entries, io);
  for (const { path } of files.automations.filter((file) => !ofFile.has(file))) {
    io.out(`${join(folder, path)}: not in the workspace; “trilho apply” creates it\n`);
  }
  io.out(`${counted(pulled.length, "automation")} of ${workspace.title}: ${counted(count, "file")} written.\n`);
}

/** What a file is to say, in its own way wherever that means the same: variables, names or ids, what it leaves out. */
function besideFile(
  value: JsonObject,
  file: FolderFile,
  { names }: Workspace,
  fields: Parameters<typeof named>[2],
  { env }: Io,
): JsonObject {
  const before = definitionOf(file.value);
  const wanted = withOwnSecrets(asWritten(value, before, env), file.value);
  if (before["enabled"] === undefined) delete wanted["enabled"];
  // A default that is written out says nothing else.
  const isSame = isDeepStrictEqual(named(before, names, fields).value, definitionOf(wanted));
  return isSame ? file.value : wanted;
}

function textOf(path: string, file: FolderFile | null, value: JsonObject, head: string, comments: Comments): string {
  return path.endsWith(".json")
    ? `${JSON.stringify(value, null, 2)}\n`
    : writeYaml(value, file?.text ?? null, head, comments);
}

function freePath({ name }: Automation, taken: ReadonlySet<string>): string {
  const slug = slugOf(name);
  for (let count = 1; ; count += 1) {
    const path = `${AUTOMATIONS}/${slug}${count === 1 ? "" : `-${count}`}`;
    if (![".yaml", ".yml", ".json"].some((ending) => taken.has(path + ending))) return `${path}.yaml`;
  }
}

const slugOf = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-|-$/g, "") || "automation";
