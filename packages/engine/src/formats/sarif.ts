import type { Diagnostic, Severity } from "../contract/diagnostic.ts";
import { PROBLEMS } from "../rules/validate/codes.ts";
import { isWithin, segmentsOf } from "../json/pointer.ts";
import { locate } from "./locate.ts";
import type { TextRegion } from "./locate.ts";
import { toUriReference } from "./uri.ts";
import type { SarifLog, SarifOptions, SarifResult, SarifSource } from "./sarif-types.ts";

type Location = SarifResult["locations"][number];

const SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/**
 * The problems of one or several files as a SARIF 2.1.0 log, which code hosts show beside the lines of a change. Places
 * are logical locations with their JSON Pointer, and lines where the file's text is given.
 *
 * @example
 * ```ts
 * import { validateGraph } from "@trilho/engine";
 * import { toSarif } from "@trilho/engine/formats";
 *
 * const text = '{ "version": 2, "nodes": [] }';
 * const { problems } = validateGraph(JSON.parse(text));
 * JSON.stringify(toSarif([{ uri: "automations/welcome.json", text, problems }]));
 * ```
 */
export function toSarif(sources: readonly SarifSource[], { version, docs }: SarifOptions = {}): SarifLog {
  const severities = severitiesOf(sources);
  const codes = [...severities.keys()].toSorted();
  const indexOf = new Map(codes.map((code, index) => [code, index]));
  const uris = sources.flatMap(({ uri }) => (uri === undefined ? [] : [uri]));
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Trilho",
            ...(version !== undefined && { version }),
            rules: codes.map((id) => ({
              id,
              shortDescription: { text: id.replaceAll("-", " ") },
              defaultConfiguration: { level: severities.get(id) ?? "warning" },
              ...(docs !== undefined && { helpUri: `${docs}${id}.md` }),
            })),
          },
        },
        ...(uris.length > 0 && { artifacts: uris.map((uri) => ({ location: { uri: toUriReference(uri) } })) }),
        columnKind: "utf16CodeUnits",
        results: sources.flatMap((source) => resultsOf(source, indexOf)),
      },
    ],
  };
}

/** The rules that a log names are those that found something. */
function severitiesOf(sources: readonly SarifSource[]): Map<string, Severity> {
  const severities = new Map<string, Severity>();
  for (const { code, severity } of sources.flatMap(({ problems }) => problems)) {
    severities.set(code, Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as keyof typeof PROBLEMS] : severity);
  }
  return severities;
}

function resultsOf(source: SarifSource, indexOf: ReadonlyMap<string, number>): SarifResult[] {
  const { problems, text, base = "" } = source;
  const uri = source.uri === undefined ? undefined : toUriReference(source.uri);
  const regions =
    text === undefined
      ? null
      : locate(
          text,
          problems.map(({ path }) => base + path),
        );
  return problems.map((problem) => {
    const { code, severity, message, path, nodeId, edgeId, related } = problem;
    const others = relatedLocations(related, uri);
    return {
      ruleId: code,
      ruleIndex: indexOf.get(code) ?? 0,
      level: severity,
      message: { text: message },
      locations: [
        {
          ...physical(uri, regions?.get(base + path)),
          logicalLocations: [{ ...nameOf(problem), fullyQualifiedName: base + path, kind: kindOf(path) }],
        },
      ],
      ...(others.length > 0 && { relatedLocations: others }),
      // Positions shift with every edit; the ids of nodes and edges stay.
      partialFingerprints: { "trilho/v1": [code, edgeId ?? nodeId ?? "", lastOf(path)].join(" ") },
      properties: {
        pointer: base + path,
        ...(nodeId !== undefined && { nodeId }),
        ...(edgeId !== undefined && { edgeId }),
      },
    };
  });
}

function physical(uri: string | undefined, region: TextRegion | undefined): Pick<Location, "physicalLocation"> {
  if (uri === undefined) return {};
  return { physicalLocation: { artifactLocation: { uri }, ...(region && { region }) } };
}

/** Of an island of a thousand nodes nobody looks at each; with as many problems a log would grow by the square. */
const MOST_RELATED = 100;

function relatedLocations(related: Diagnostic["related"], uri: string | undefined): Location[] {
  const { nodeIds = [], edgeIds = [] } = related ?? {};
  const named = [
    ...nodeIds.map((id) => ({ name: id, fullyQualifiedName: `node ${id}`, kind: "object" })),
    ...edgeIds.map((id) => ({ name: id, fullyQualifiedName: `edge ${id}`, kind: "object" })),
  ];
  return named
    .slice(0, MOST_RELATED)
    .map((location, id) => ({ id, ...physical(uri, undefined), logicalLocations: [location] }));
}

function nameOf({ path, nodeId, edgeId }: Diagnostic): { name?: string } {
  const name = isWithin(path, "/edges") ? edgeId : nodeId;
  return name === undefined ? {} : { name };
}

/** Kinds of JSON places (SARIF 2.1.0, section 3.33.7): whole nodes and edges are objects. */
function kindOf(path: string): string {
  const segments = segmentsOf(path);
  if (segments.length === 0 || segments.length === 2) return "object";
  return /^\d+$/.test(segments.at(-1) ?? "") ? "value" : "property";
}

function lastOf(path: string): string {
  return segmentsOf(path).slice(2).join("/");
}
