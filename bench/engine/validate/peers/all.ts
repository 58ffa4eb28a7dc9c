import { ajvByKind, ajvGraphology } from "./ajvGraphology.ts";
import { bpmnlint } from "./bpmn.ts";
import { n8n } from "./n8n.ts";
import type { Peer } from "./peer.ts";
import { sameJob, sameJobWithoutCopy } from "./sameJob.ts";
import { serverlessWorkflow } from "./serverlessWorkflow.ts";
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
