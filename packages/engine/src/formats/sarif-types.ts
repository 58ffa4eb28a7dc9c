import type { Diagnostic } from "../contract/diagnostic.ts";

/** One file and its problems. */
export interface SarifSource {
  problems: readonly Diagnostic[];
  /** Of the file, relative to the root of the repository: `automations/welcome.json`. */
  uri?: string;
  /** The file's text. With it, places are told by line and column too. */
  text?: string;
  /** Where in the file the definition is, as a JSON Pointer: "/graphDefinition". */
  base?: string;
}

export interface SarifOptions {
  /** Version of the tool that reports. */
  version?: string;
  /** Address of the documentation of a code; `https://…/problems/` gives `https://…/problems/cycle.md`. */
  docs?: string;
}

interface Region {
  startLine: number;
  startColumn: number;
  endLine: number;
  endColumn: number;
}

interface Location {
  id?: number;
  physicalLocation?: { artifactLocation: { uri: string }; region?: Region };
  logicalLocations: { name?: string; fullyQualifiedName: string; kind: string }[];
}

/** One problem (SARIF 2.1.0, section 3.27). */
export interface SarifResult {
  ruleId: string;
  ruleIndex: number;
  level: "error" | "warning";
  message: { text: string };
  locations: Location[];
  relatedLocations?: Location[];
  partialFingerprints: { [name: string]: string };
  properties: { pointer: string; nodeId?: string; edgeId?: string };
}

/** A SARIF log file, version 2.1.0 (OASIS), as far as this package writes it. */
export interface SarifLog {
  $schema: string;
  version: "2.1.0";
  runs: {
    tool: {
      driver: {
        name: string;
        informationUri?: string;
        version?: string;
        rules: {
          id: string;
          shortDescription: { text: string };
          defaultConfiguration: { level: "error" | "warning" };
          helpUri?: string;
        }[];
      };
    };
    artifacts?: { location: { uri: string } }[];
    columnKind: "utf16CodeUnits";
    results: SarifResult[];
  }[];
}
