import type { AutomationRunDetail } from "@trilho/api-client";

/** Its waits were over at once, whatever its steps say of days. */
export function skipsWaits({ event: { event } }: AutomationRunDetail): boolean {
  return typeof event === "object" && event !== null && "skipWaits" in event && event["skipWaits"] === true;
}
