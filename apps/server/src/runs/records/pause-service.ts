import type { Automation, WorkspacePauses } from "@trilho/contract";
import { done, found, type Outcome } from "../../platform/service/outcome.ts";
import type { Store } from "../model/stores.ts";
import type { PauseScope } from "../model/pause-port.ts";
import { pauseRuns, takeUpRuns } from "../pauses.ts";
import { presentAutomation } from "../../areas/automations/present.ts";
import type { Principal } from "../../platform/security/principal.ts";
import type { Handlers } from "../../platform/service/handlers.ts";

type PauseOperation =
  | "pauseAutomation"
  | "resumeAutomation"
  | "getWorkspacePauses"
  | "pauseWorkspace"
  | "resumeWorkspace";

/** Runs that stay where they are for a while: an automation's, or a workspace's. */
export function createPauseService(store: Store): Pick<Handlers, PauseOperation> {
  async function resume(scope: PauseScope): Promise<boolean> {
    const isThere = await store.pauses.set(scope, false);
    // The first of them at once; the runner looks for more.
    if (isThere) await takeUpRuns(store);
    return isThere;
  }

  async function automation(workspaceId: string, id: string, isThere: boolean): Promise<Outcome<Automation>> {
    const stored = isThere ? await store.automations.get(workspaceId, id) : null;
    return found(stored && presentAutomation(stored), "automation");
  }

  const ofWorkspace = async (workspaceId: string): Promise<Outcome<WorkspacePauses>> =>
    done({ pauses: await store.pauses.ofWorkspace(workspaceId) });

  return {
    pauseAutomation: async ({ principal: by, params: { id } }) =>
      automation(by.workspaceId, id, await pauseRuns(store, ofAutomation(by, id))),
    resumeAutomation: async ({ principal: by, params: { id } }) =>
      automation(by.workspaceId, id, await resume(ofAutomation(by, id))),
    getWorkspacePauses: ({ principal: { workspaceId } }) => ofWorkspace(workspaceId),
    async pauseWorkspace({ principal: { workspaceId } }) {
      await pauseRuns(store, { kind: "workspace", workspaceId });
      return ofWorkspace(workspaceId);
    },
    async resumeWorkspace({ principal: { workspaceId } }) {
      await resume({ kind: "workspace", workspaceId });
      return ofWorkspace(workspaceId);
    },
  };
}

const ofAutomation = (by: Principal, automationId: string): PauseScope => ({
  kind: "automation",
  workspaceId: by.workspaceId,
  automationId,
  by,
});
