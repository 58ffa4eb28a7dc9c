import { ajvByKind, ajvGraphology } from "./ajv-graphology.ts";
import { bpmnlint } from "./bpmn.ts";
import { n8n } from "./n8n.ts";
import type { Peer } from "./peer.ts";
import { sameJob, sameJobWithoutCopy } from "./same-job.ts";
import { serverlessWorkflow } from "./serverless-workflow.ts";
import { aslValidator, statelint } from "./states.ts";
import { xstate } from "./xstate.ts";

export const PEERS: readonly Peer[] = [
  sameJob,
  sameJobWithoutCopy,
  ajvGraphology,
  ajvByKind,
  aslValidator,
  statelint,
  serverlessWorkflow,
  n8n,
  xstate,
  bpmnlint,
];
