/** Whom an automation acts as: it sees all of its workspace. */
import type { Principal } from "../../platform/security/principal.ts";

export const automationPrincipal = ({
  workspaceId,
  workspace,
}: {
  workspaceId: string;
  workspace: { timeZone: string; locale: string };
}): Principal => ({
  workspaceId,
  memberId: "",
  keyId: "",
  role: "owner",
  permissions: { allow: [], deny: [] },
  features: new Set(),
  visibility: "all",
  timeZone: workspace.timeZone,
  locale: workspace.locale,
  mode: "live",
});
