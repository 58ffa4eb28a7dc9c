import { expect, it } from "vitest";
import { triggerProblems } from "./trigger-problems.ts";

const cronProblem = (cron: string): string | null => (cron === "0 9 * * 1" ? null : "is no cron expression");

it.each([
  ["a minute of idleness too little", "deal_idle", { idleSeconds: 1 }, "idleSeconds"],
  ["more idleness than anybody waits for", "deal_idle", { idleSeconds: 1e12 }, "idleSeconds"],
  ["a schedule that cannot be read", "schedule", { cron: "soon" }, "cron"],
  ["a schedule that is a number", "schedule", { cron: 9 }, "cron"],
  ["an unknown time zone", "schedule", { timeZone: "Brazil" }, "timeZone"],
  ["a switch that is a text", "schedule", { forEachDeal: "yes" }, "forEachDeal"],
  ["an unknown way to prove who calls", "incoming_webhook", { auth: "trust" }, "auth"],
  ["a header's name with spaces", "incoming_webhook", { headerName: "my key" }, "headerName"],
])("%s keeps it from starting", (_, triggerType, triggerConfig, key) => {
  expect(triggerProblems({ triggerType, triggerConfig }, cronProblem)).toEqual([
    { field: `triggerConfig.${key}`, message: expect.any(String) },
  ]);
});

it.each([
  ["a schedule", "schedule", { cron: " 0 9 * * 1 ", timeZone: "America/Sao_Paulo", forEachDeal: true }],
  ["what is left out", "deal_idle", { idleSeconds: null }],
  ["settings of another trigger", "deal_created", { idleSeconds: 1, cron: "soon" }],
  ["a trigger that nobody knows", "constructor", { cron: "soon" }],
  ["settings that are a text", "schedule", "soon"],
])("%s does not", (_, triggerType, triggerConfig) => {
  expect(triggerProblems({ triggerType, triggerConfig }, cronProblem)).toEqual([]);
});
