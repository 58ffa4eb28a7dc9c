import { fileURLToPath, pathToFileURL } from "node:url";

/** What is called of the validators by other makers, which are no dependencies: `bench/peers` installs them when asked. */
export interface PeerModules {
  "@serverlessworkflow/sdk": { default: { validate(type: "Workflow", workflow: object): void } };
  "@wmfs/statelint": { StateLint: new () => { validate(definition: object): unknown[] } };
  "asl-validator": { default: (definition: object) => { isValid: boolean } };
  "bpmn-moddle": {
    BpmnModdle: new () => { fromXML(xml: string): Promise<{ rootElement: object; warnings: unknown[] }> };
  };
  bpmnlint: {
    Linter: new (options: { config: object; resolver: object }) => {
      lint(root: object): Promise<Record<string, { category: string }[]>>;
    };
  };
  "bpmnlint/lib/resolver/node-resolver.js": { default: new () => object };
  "n8n-workflow": {
    Workflow: new (options: object) => { nodes: Record<string, N8nNode> };
    NodeHelpers: {
      getNodeParametersIssues(properties: readonly object[], node: N8nNode, description: object): object | null;
    };
  };
  xstate: { createMachine(config: object): object };
}

export interface N8nNode {
  id: string;
  name: string;
  type: string;
  typeVersion: number;
  position: [number, number];
  parameters: object;
}

interface Loader {
  load<Name extends keyof PeerModules>(name: Name): Promise<PeerModules[Name]>;
  loadCommonJs<Name extends keyof PeerModules>(name: Name): PeerModules[Name];
}

/** The way from this file to `bench`, whether it was compiled into `bench/dist` or not. */
const WAYS = { compiled: "../../../../peers/load.mjs", source: "../../../peers/load.mjs" };

const isCompiled = /[\\/]bench[\\/]dist[\\/]/.test(fileURLToPath(import.meta.url));
const LOADER = fileURLToPath(new URL(isCompiled ? WAYS.compiled : WAYS.source, import.meta.url));

export const peerModules = async (): Promise<Loader> => (await import(pathToFileURL(LOADER).href)) as Loader;
