import { expect, it } from "vitest";
import type { MessageStatus } from "./model.ts";
import { laterStatus } from "./status.ts";

it.each<[status: MessageStatus, isAccepted: boolean, told: MessageStatus, after: MessageStatus]>([
  ["queued", false, "sent", "sent"],
  ["sent", true, "delivered", "delivered"],
  ["sent", true, "failed", "failed"],
  ["delivered", true, "failed", "delivered"],
  ["read", true, "delivered", "read"],
  ["failed", true, "sent", "failed"],
  ["failed", true, "read", "read"],
  ["failed", false, "sent", "sent"],
  ["queued", false, "queued", "queued"],
  ["sent", false, "queued", "sent"],
  ["received", true, "read", "received"],
])("a message that is %s, accepted: %j, and told to be %s is %s", (status, isAccepted, told, after) => {
  expect(laterStatus({ status, isAccepted }, told)).toBe(after);
});
