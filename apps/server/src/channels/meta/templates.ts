import { isObject } from "@trilho/engine";
import type { JsonObject } from "@trilho/engine/contract";
import { failureReason } from "@trilho/engine/failures";
import { notSent, type NotSent } from "../../areas/conversations/sender.ts";
import type { ProviderTemplate, ReadTemplates } from "../../areas/conversations/template-port.ts";
import type { Graph } from "./graph.ts";

const FIELDS = "name,language,category,status,components";
const PAGE = 100;
/** Meta lets nobody have more than 6,000 templates. */
const MOST_PAGES = 100;

const UNREADABLE = notSent(false, [failureReason("meta-templates-unreadable")]);

/** Reads an account's templates page by page: all of them, or none. */
export const templatesOfMeta =
  (graph: Graph): ReadTemplates =>
  async (accountId) => {
    const templates = new Map<string, ProviderTemplate>();
    let after: string | null = null;
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const read = await readPage(graph, accountId, after);
      if (!read.ok) return read;
      for (const each of read.templates) templates.set(`${each.name} ${each.language}`, each);
      if (read.after === null) return { ok: true, templates: [...templates.values()] };
      after = read.after;
    }
    return notSent(true, [failureReason("meta-templates-too-many")]);
  };

type Page = { ok: true; templates: ProviderTemplate[]; after: string | null } | NotSent;

async function readPage(graph: Graph, accountId: string, after: string | null): Promise<Page> {
  const query = new URLSearchParams({ fields: FIELDS, limit: `${PAGE}`, ...(after !== null && { after }) });
  const answer = await graph.get(`${encodeURIComponent(accountId)}/message_templates?${query}`);
  if (!answer.ok) return answer;
  const body = isObject(answer.body) ? answer.body : {};
  const { data, paging } = body;
  if (!Array.isArray(data)) return UNREADABLE;
  // The address of the next page names Meta's host; the same page is asked for where this server is told to ask.
  const hasNext = isObject(paging) && typeof paging["next"] === "string";
  const cursors = hasNext && isObject(paging["cursors"]) ? paging["cursors"] : {};
  const next = cursors["after"];
  if (hasNext && typeof next !== "string") return UNREADABLE;
  return { ok: true, templates: data.flatMap(readTemplate), after: typeof next === "string" ? next : null };
}

/** Nothing for what has no name or language. */
function readTemplate(told: unknown): ProviderTemplate[] {
  if (!isObject(told)) return [];
  const [name, language] = [textIn(told, "name", 512), textIn(told, "language", 20)];
  const components: unknown = told["components"];
  if (name === "" || language === "" || !Array.isArray(components)) return [];
  const parts = components.filter((part): part is JsonObject => isObject(part));
  const [category, status] = [textIn(told, "category", 50), textIn(told, "status", 50)];
  return [{ name, language, category: category.toLowerCase(), status: status.toLowerCase(), components: parts }];
}

function textIn(from: JsonObject, key: string, most: number): string {
  const value = from[key];
  return typeof value === "string" && value.length <= most ? value : "";
}
