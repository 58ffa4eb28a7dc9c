export { simulateWorkspace, startWorkspace } from "./simulate-workspace.ts";
export type { RunningWorkspace } from "./simulate-workspace.ts";
export type {
  Happening,
  QuestionRef,
  WorkspaceAutomation,
  WorkspaceContact,
  WorkspaceDeal,
  WorkspaceEvent,
  WorkspaceMember,
  WorkspaceMessage,
  WorkspaceOptions,
  WorkspaceOutcomes,
  WorkspacePipeline,
  WorkspaceResult,
  WorkspaceRun,
  WorkspaceScenario,
  WorkspaceStage,
  WorkspaceStep,
} from "./types.ts";
