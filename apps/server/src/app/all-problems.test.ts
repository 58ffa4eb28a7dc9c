import { FEATURES } from "@trilho/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { automationBody } from "./testing/graphs.ts";
import { fieldsOf, startTestApi, type TestApi } from "./testing/api.ts";

/* What the schema sees in a body, and what only the workspace knows, come in one answer. */

let api: TestApi;
let seq: number;
beforeAll(async () => {
  api = await startTestApi([...FEATURES]);
  seq = (await api.call("POST", "/deals", { json: { name: "Roof" } })).body.data.seq;
});
afterAll(() => api.app.close());

const STEPS = [{ dayNumber: 1, channel: "research" }];

it.each<[method: string, path: () => string, json: object, fields: string[]]>([
  [
    "POST",
    () => "/deals",
    { value: "much", stageId: "none", responsibleUserId: "none", companyId: "none", customFields: { nope: 1 } },
    ["value", "stageId", "companyId", "responsibleUserId", "customFields.nope"],
  ],
  [
    "PATCH",
    () => `/deals/${seq}`,
    { closeProbability: "high", stageId: "none", coOwnerUserId: "none", phone: "no phone" },
    ["closeProbability", "stageId", "coOwnerUserId", "phone"],
  ],
  ["POST", () => `/deals/${seq}/tasks`, { title: 5, assigneeUserId: "none" }, ["title", "assigneeUserId"]],
  ["POST", () => "/contacts", { firstName: 5, companyId: "none", phone: "x" }, ["firstName", "phone", "companyId"]],
  ["POST", () => "/cadences", { name: 5, pipelineId: "none", steps: STEPS }, ["name", "pipelineId"]],
  [
    "POST",
    () => "/automations",
    automationBody({ respectBusinessHours: "yes", scope: "pipeline", pipelineId: "none" }),
    ["respectBusinessHours", "pipelineId"],
  ],
])("%s %s", async (method, path, json, fields) => {
  const answer = await api.call(method, path(), { json });
  expect(answer).toMatchObject({ status: 400, body: { code: "VALIDATION_ERROR" } });
  expect(fieldsOf(answer).toSorted()).toEqual(fields.toSorted());
});

it("a deal of a body that is wrong in its shape is as it was", async () => {
  await api.call("PATCH", `/deals/${seq}`, { json: { name: "Changed", value: "much" } });
  expect((await api.call("GET", `/deals/${seq}`)).body.data.name).toBe("Roof");
});
