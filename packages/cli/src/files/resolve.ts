import type { Field, JsonObject } from "@trilho/engine";
import { readsAndWrites } from "@trilho/engine/interactions";
import type { CustomField, MessageTemplate } from "@trilho/api-client";
import type { FolderFile, Problem } from "./folder.ts";
import { problemAt } from "./folder.ts";
import type { NamedKind, Names } from "./names.ts";
import { nearTo } from "./names.ts";
import { referencesIn, renamed } from "./references.ts";

const WORDS: Readonly<Record<NamedKind, readonly [one: string, several: string]>> = {
  pipeline: ["pipeline", "pipelines"],
  stage: ["stage", "stages"],
  tag: ["tag", "tags"],
  user: ["member", "members"],
  channel: ["channel", "channels"],
  customField: ["custom field", "custom fields"],
};

/** A definition with ids in place of names, and what its names do not lead to. */
export function resolved(
  definition: JsonObject,
  file: FolderFile,
  names: Names,
  fields: readonly Field[],
): { value: JsonObject; problems: Problem[] } {
  const problems: Problem[] = [];
  const found = referencesIn(definition, fields).flatMap(({ kind, name, path, isExample }): [string, string][] => {
    const meaning = names.meaningOf(kind, name);
    if ("id" in meaning) return [[path, meaning.id]];
    if (isExample) return [];
    const [one, several] = WORDS[kind];
    if ("count" in meaning) {
      problems.push(problemAt(file, path, `${meaning.count} ${several} are called “${name}”: write the id of one`));
      return [];
    }
    const meant = meaning.near === null ? "" : `: did you mean “${meaning.near}”?`;
    // Channels are known through their templates alone, so another one may well be there.
    const severity = kind === "channel" ? "warning" : "error";
    problems.push(problemAt(file, path, `there is no ${one} “${name}”${meant}`, severity));
    return [];
  });
  return { value: renamed(definition, found), problems };
}

/** Custom fields and templates that the workspace has not: files and the API call them alike. */
export function slugProblems(
  definition: JsonObject,
  file: FolderFile,
  customFields: readonly Pick<CustomField, "id" | "slug">[],
  templates: readonly Pick<MessageTemplate, "name">[],
): Problem[] {
  const slugs = customFields.flatMap(({ id, slug }) => [id, slug]);
  const templateNames = templates.map(({ name }) => name);
  return readsAndWrites(definition).flatMap(({ kind, id, place: { path } }): Problem[] => {
    if (id === null || (kind !== "customField" && kind !== "template") || path.endsWith("/fieldId")) return [];
    const known = kind === "template" ? templateNames : slugs;
    if (known.includes(id)) return [];
    const near = nearTo(id, known);
    const what = kind === "template" ? "template" : "custom field";
    const message = `there is no ${what} “${id}”${near === null ? "" : `: did you mean “${near}”?`}`;
    return [problemAt(file, path, message, path.endsWith("/fieldSlug") ? "error" : "warning")];
  });
}
