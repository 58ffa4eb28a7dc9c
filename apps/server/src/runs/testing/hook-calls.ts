import { addAutomation } from "../../app/testing/triggers.ts";
import type { TestApi } from "../../app/testing/api.ts";
import type { Answer } from "../../app/testing/test-app.ts";

/** An automation as the API returns it, as far as its address is concerned. */
interface Hooked {
  triggerConfig: { hookToken: string };
}

export const hookOf = ({ triggerConfig }: Hooked): string => `/hooks/automations/${triggerConfig.hookToken}`;

export const addHooked = (api: TestApi, triggerConfig: object | null = null, change: object = {}) =>
  addAutomation(api, { triggerType: "incoming_webhook", triggerConfig, ...change });

/** Calls an automation's address. */
export const callHook = (
  { app }: TestApi,
  automation: Hooked,
  json: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => app.call("POST", hookOf(automation), { json, headers });
