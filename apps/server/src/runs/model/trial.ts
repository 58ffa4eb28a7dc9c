import { isObject } from "@trilho/engine";
import type { Facts } from "@trilho/engine/contract";

/** What the event of a test tells of itself: its run writes to nobody, and goes on where its automation is off. */
export const testEvent = (type: string, at: number, skipWaits: boolean): Facts => ({
  event: { type, at: new Date(at).toISOString(), test: true, ...(skipWaits && { skipWaits: true }) },
});

/** Whether a test event brought these facts. */
export const isTestEvent = ({ event }: Facts): boolean => isObject(event) && event["test"] === true;

/** Whether a test key's deed did. */
export const isOfTestKey = ({ event }: Facts): boolean => isObject(event) && event["testKey"] === true;

/** Whether a run takes every wait as over, so that a person sees its whole path at once. */
export const skipsWaits = ({ event }: { event: Facts }): boolean =>
  isTestEvent(event) && isObject(event["event"]) && event["event"]["skipWaits"] === true;
