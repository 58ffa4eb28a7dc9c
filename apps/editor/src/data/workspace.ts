import type { Workspace } from "@trilho/api-client";
import { useQueryClient } from "@tanstack/react-query";
import type { BusinessHours } from "@trilho/engine";
import { useLocale } from "../i18n/use-text.ts";
import { useWriter } from "./client-provider.tsx";
import { useWorkspace } from "./reference.ts";

/** How messages are written, and when they go out where an automation respects business hours. */
export type WorkspaceSettings = Pick<Workspace, "timeZone" | "locale" | "businessHours">;

/** By locale: one object for all who ask. */
const assumed = new Map<string, WorkspaceSettings>();

/** The workspace's; where it does not tell, this browser's, and office hours. */
export function useWorkspaceSettings(): WorkspaceSettings {
  const locale = useLocale();
  const { data } = useWorkspace();
  if (data !== undefined) return data;
  const known = assumed.get(locale) ?? assume(locale);
  assumed.set(locale, known);
  return known;
}

function assume(locale: string): WorkspaceSettings {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { timeZone, locale, businessHours: officeHours(timeZone) };
}

/** Monday to Friday, nine to six. */
export const officeHours = (timeZone: string): BusinessHours => ({
  timeZone,
  days: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", to: "18:00" })),
});

/** Rejects when the service refuses. */
export function useSetAutomationReview(): (automationReview: boolean) => Promise<void> {
  const client = useWriter();
  const queries = useQueryClient();
  return async (automationReview) => {
    const workspace = await client.workspace.update({ automationReview });
    queries.setQueryData<Workspace>(["workspace"], workspace);
    await queries.invalidateQueries({ queryKey: ["automation review"] });
  };
}
