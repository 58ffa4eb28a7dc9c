import { join, relative } from "node:path";
import type { JsonObject } from "@trilho/engine";
import type { Io } from "../io.ts";
import { FilesError } from "./service.ts";
import { objectIn, readYaml, YamlError } from "./read-yaml.ts";
import type { TextPlace } from "./read-yaml.ts";

/** A file that was read. */
export interface FolderFile {
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly value: JsonObject;
  readonly placeOf: (pointer: string) => TextPlace;
}

/** Something that is wrong with a file. Errors keep it from being applied. */
export interface Problem extends TextPlace {
  readonly path: string;
  readonly severity: "error" | "warning";
  readonly message: string;
}

export interface Folder {
  readonly automations: readonly FolderFile[];
  /** Pipelines, tags and fields; null where the folder leaves them to the workspace. */
  readonly workspace: FolderFile | null;
  /** Files that could not be read. */
  readonly problems: readonly Problem[];
}

export const AUTOMATIONS = "automations";
const WORKSPACE = /^workspace\.(?:ya?ml|json)$/;
/** More are no workspace's. */
const MOST_FILES = 2000;

/** Reads the files of a folder; one that is not there is empty. Throws `FilesError` where there are too many. */
export async function readFolder(folder: string, io: Io): Promise<Folder> {
  const paths = (await pathsIn(folder, io)).filter(
    (path) => path.startsWith(`${AUTOMATIONS}/`) || WORKSPACE.test(path),
  );
  if (paths.length > MOST_FILES) throw new FilesError(`${folder}: there are more than ${MOST_FILES} files.`);
  const problems: Problem[] = [];
  const files: FolderFile[] = [];
  for (const path of paths) {
    const text = await io.read(join(folder, path));
    try {
      const read = readYaml(text);
      files.push({ path, text, value: objectIn(read), placeOf: read.placeOf });
    } catch (error) {
      if (!(error instanceof YamlError)) throw error;
      problems.push({ path, ...error.place, severity: "error", message: error.message });
    }
  }
  const ofWorkspace = files.filter(({ path }) => WORKSPACE.test(path));
  const [, second] = ofWorkspace;
  if (second) problems.push(problemAt(second, "", "is the second file of the workspace: one is enough"));
  return {
    automations: files.filter(({ path }) => !WORKSPACE.test(path)),
    workspace: ofWorkspace[0] ?? null,
    problems,
  };
}

async function pathsIn(folder: string, io: Io): Promise<string[]> {
  try {
    return (await io.list(folder)).map((path) => relative(folder, path).replaceAll("\\", "/"));
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "ENOENT") return [];
    throw new FilesError(`${folder}: this is no folder that can be read: ${error.message}`, { cause: error });
  }
}

export const problemAt = (
  { path, placeOf }: Pick<FolderFile, "path" | "placeOf">,
  pointer: string,
  message: string,
  severity: Problem["severity"] = "error",
): Problem => ({ path, ...placeOf(pointer), severity, message });
