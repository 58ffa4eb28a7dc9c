import { basename, extname } from "node:path";
import { isObject, validateGraph } from "@trilho/engine";
import type { Diagnostic, JsonObject, JsonValue, Locale } from "@trilho/engine";
import { analyseWorkspace, describeFinding } from "@trilho/engine/interactions";
import type { AnalysedWorkspace, Finding, WorkspaceAnalysis } from "@trilho/engine/interactions";
import { liquidRules } from "@trilho/engine/liquid";
import { validateAutomation } from "@trilho/engine/trigger";
import { localeOf, readSources, worse } from "../command.ts";
import type { Command } from "../command.ts";
import type { Io } from "../io.ts";
import { FORMATS, tell } from "../report.ts";
import type { Reported } from "../report.ts";
import { readDataFile, UnreadableError } from "../source.ts";
import type { Source } from "../source.ts";
import { counted } from "../style.ts";
import { EXIT, oneOf, readArgs, UsageError } from "../usage.ts";

/** A file and its automation; null where it holds a graph alone, which nothing starts. */
interface Read {
  readonly source: Source;
  readonly automation: (JsonObject & { id: string }) | null;
}

/**
 * Finds the problems of all automations in a folder, and what they do to each other. 1 where there are errors, or findings
 * that are shown or proved.
 */
export const check: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, {
    format: { type: "string", default: "human" },
    lang: { type: "string", default: "en" },
    pipelines: { type: "string" },
  });
  const format = oneOf("format", values.format, FORMATS);
  const locale = localeOf(values.lang);
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new UsageError("Name one FOLDER.");
  const paths = await filesIn(folder, io);
  const stages = values.pipelines === undefined ? [] : stagesIn((await readDataFile(values.pipelines, io)).document);
  const { sources, code } = paths.length === 0 ? { sources: [], code: EXIT.ok } : await readSources(paths, io);
  const read = sources.filter(isGraph).map(readOne);
  const automations = read.flatMap(({ automation }) => automation ?? []);
  const analysis = analyseWorkspace({
    automations: automations as unknown as AnalysedWorkspace["automations"],
    stages,
  });
  const files = read.map((each) => problemsOf(each, analysis.findings, automations, locale));
  tell(format, files, io);
  if (format === "human") tellOfAll(read, analysis, io);
  const found = files.some(({ valid }) => !valid) || analysis.counts.shown + analysis.counts.proved > 0;
  return worse(code, found ? EXIT.problems : EXIT.ok);
};

async function filesIn(folder: string, io: Io): Promise<string[]> {
  try {
    return await io.list(folder);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new UnreadableError(`${folder}: this is no folder that can be read: ${error.message}`, { cause: error });
  }
}

/** Other files may lie beside automations. */
const isGraph = ({ base, definition }: Source): boolean =>
  base !== "" || (isObject(definition) && Array.isArray(definition["nodes"]));

/** An automation without an id goes by its file's name. */
function readOne(source: Source): Read {
  const { base, document, path } = source;
  if (base === "" || !isObject(document)) return { source, automation: null };
  const automation = base === "/graphDefinition" ? document : document["data"];
  if (!isObject(automation)) return { source, automation: null };
  const { id } = automation;
  const known = typeof id === "string" && id.trim() !== "" ? id : basename(path, extname(path));
  return { source, automation: { ...automation, id: known } };
}

function problemsOf(
  { source, automation }: Read,
  findings: readonly Finding[],
  automations: readonly JsonObject[],
  locale: Locale,
): Reported {
  const { name, path, text, base, definition } = source;
  const options = { locale, extraRules: liquidRules() };
  if (automation === null) return { source, ...validateGraph(definition, options), applied: [] };
  const { valid, problems, truncated } = validateAutomation(automation, options);
  const own = findings.flatMap((finding) => toProblem(finding, automation.id, automations, locale));
  const above = base === "/graphDefinition" ? "" : "/data";
  return { source: { name, path, text, base: above }, valid, problems: [...problems, ...own], truncated, applied: [] };
}

/** A finding that is shown or proved, at the first of its places. */
function toProblem(
  finding: Finding,
  automationId: string,
  automations: readonly JsonObject[],
  locale: Locale,
): Diagnostic[] {
  const [place] = finding.places;
  if ((finding.shown === null && !finding.proved) || place?.automationId !== automationId) return [];
  const { code, params } = finding;
  const message = describeFinding(finding, locale, (kind, id) =>
    kind === "automation" ? nameOf(id, automations) : null,
  );
  const at = place.nodeId === null ? {} : { nodeId: place.nodeId };
  return [{ code, severity: "warning", message, params, path: place.path, ...at }];
}

function nameOf(id: string, automations: readonly JsonObject[]): string | null {
  const name = automations.find((each) => each["id"] === id)?.["name"];
  return typeof name === "string" && name.trim() !== "" ? name : null;
}

/** What is of no file: what is possible, and what is not known. */
function tellOfAll(read: readonly Read[], { counts, unreadable, complete }: WorkspaceAnalysis, io: Io): void {
  const graphs = read.filter(({ automation }) => automation === null).length;
  if (graphs > 0)
    io.out(`${counted(graphs, "graph")} without a trigger of its own: nothing is known of what starts it.\n`);
  if (unreadable.length > 0) io.out(`Not known what these do to others: ${unreadable.join(", ")}.\n`);
  if (counts.possible > 0) io.out(`${counted(counts.possible, "finding")} more that may be, and could not be shown.\n`);
  if (!complete) io.out("There is more than was looked at.\n");
}

/** The stages of an answer of GET /pipelines, or of a list of pipelines. */
function stagesIn(document: JsonValue): NonNullable<AnalysedWorkspace["stages"]> {
  const data = isObject(document) ? document["data"] : document;
  const pipelines = isObject(data) ? data["items"] : data;
  if (!Array.isArray(pipelines)) throw new UsageError("--pipelines holds no list of pipelines.");
  return pipelines.flatMap((pipeline) => {
    const stages = isObject(pipeline) ? pipeline["stages"] : null;
    if (!isObject(pipeline) || !Array.isArray(stages)) return [];
    return stages.flatMap((stage) =>
      isObject(stage)
        ? [
            {
              id: String(stage["id"]),
              pipelineId: String(pipeline["id"]),
              isWon: stage["isWon"] === true,
              isLost: stage["isLost"] === true,
            },
          ]
        : [],
    );
  });
}
