import { isObject } from "@trilho/engine";
import type { JsonValue } from "@trilho/engine";
import { locate } from "@trilho/engine/formats";
import { readYaml, YamlError } from "./files/read-yaml.ts";
import type { TextPlace } from "./files/read-yaml.ts";
import type { Io } from "./io.ts";

/** A file that was read. `base` says where in it the definition is, as a JSON Pointer. */
export interface Source {
  /** As the person named it; `<stdin>` for standard input. */
  name: string;
  path: string;
  text: string;
  document: JsonValue;
  definition: JsonValue;
  base: "" | "/graphDefinition" | "/data/graphDefinition";
}

/** A file that could not be read. */
export class UnreadableError extends Error {}

export const isYaml = (path: string): boolean => /\.ya?ml$/.test(path);

/** Reads a JSON or YAML file, or JSON from standard input for “-”. Throws `UnreadableError`. */
export async function readDataFile(path: string, io: Io): Promise<{ text: string; document: JsonValue }> {
  const name = nameOf(path);
  const text = (await readText(path, name, io)).replace(/^\uFEFF/, "");
  try {
    return { text, document: isYaml(path) ? readYaml(text).value : (JSON.parse(text) as JsonValue) };
  } catch (error) {
    if (error instanceof YamlError) {
      const { line, column } = error.place;
      throw new UnreadableError(`${name}:${line}:${column}: ${error.message}`, { cause: error });
    }
    if (!(error instanceof SyntaxError)) throw error;
    throw new UnreadableError(`${name}: this is no JSON: ${error.message}`, { cause: error });
  }
}

/** Reads a file with a graph definition, bare or within an automation. Throws `UnreadableError`. */
export async function readSource(path: string, io: Io): Promise<Source> {
  const { text, document } = await readDataFile(path, io);
  return { name: nameOf(path), path, text, document, ...definitionIn(document) };
}

/** Where the values of pointers into the definition stand in its file. */
export function placesOf(
  { path, text, base }: { path: string; text: string; base: string },
  pointers: readonly string[],
): (pointer: string) => TextPlace {
  if (isYaml(path)) {
    const { placeOf } = readYaml(text);
    return (pointer) => placeOf(base + pointer);
  }
  const regions = locate(
    text,
    pointers.map((pointer) => base + pointer),
  );
  return (pointer) => {
    const { startLine = 1, startColumn = 1 } = regions.get(base + pointer) ?? {};
    return { line: startLine, column: startColumn };
  };
}

/** A document with another definition in the same place. */
export function withDefinition({ document, base }: Source, definition: JsonValue): JsonValue {
  if (base === "" || !isObject(document)) return definition;
  if (base === "/graphDefinition") return { ...document, graphDefinition: definition };
  const data = document["data"];
  return { ...document, data: { ...(isObject(data) ? data : {}), graphDefinition: definition } };
}

function definitionIn(document: JsonValue): Pick<Source, "definition" | "base"> {
  if (!isObject(document)) return { definition: document, base: "" };
  if (document["graphDefinition"] !== undefined) {
    return { definition: document["graphDefinition"], base: "/graphDefinition" };
  }
  const data = document["data"];
  if (isObject(data) && data["graphDefinition"] !== undefined) {
    return { definition: data["graphDefinition"], base: "/data/graphDefinition" };
  }
  return { definition: document, base: "" };
}

function nameOf(path: string): string {
  return path === "-" ? "<stdin>" : path;
}

async function readText(path: string, name: string, io: Io): Promise<string> {
  try {
    return await (path === "-" ? io.stdin() : io.read(path));
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const reasons: Readonly<Record<string, string>> = {
      ENOENT: "there is no such file",
      EISDIR: "this is a folder",
      EACCES: "reading is not allowed",
    };
    throw new UnreadableError(`${name}: ${reasons[String(error.code)] ?? error.message}`, { cause: error });
  }
}
