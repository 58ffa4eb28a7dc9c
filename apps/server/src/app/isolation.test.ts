import { FEATURES, ROUTES, type OperationId, type Operations, type Route } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fillWorkspace, type Belongings } from "./testing/full-workspace.ts";
import { automationBody } from "./testing/graphs.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";
import type { TestWorkspace } from "./testing/workspace.ts";

/*
 * Ids of one workspace name nothing in another, whatever the route; and what belongs to other people's deals names
 * nothing to a member who sees only the own ones.
 */

/** A good body for each operation on something, so that only the address can be what is wrong. */
const bodies: { [Id in OperationId]?: (workspace: TestWorkspace) => Operations[Id]["body"] } = {
  replaceAutomation: () => automationBody() as unknown as Operations["replaceAutomation"]["body"],
  setAutomationEnabled: () => ({ enabled: false }),
  saveAutomationDraft: () => ({ content: {}, baseVersion: 1 }),
  askAutomationReview: () => automationBody() as unknown as Operations["askAutomationReview"]["body"],
  approveAutomationReview: () => ({ revision: "r" }),
  sendBackAutomationReview: () => ({ revision: "r", comment: "No" }),
  tryAutomation: () => ({ dealSeq: 1 }),
  migrateRuns: () => ({
    toVersion: 1,
    choices: [{ version: 1, nodeId: "n", phase: "sleeping", future: "same", choice: "stay" }],
  }),
  replaceCadence: ({ pipelineId }) => ({ name: "x", pipelineId, steps: [{ dayNumber: 1, channel: "research" }] }),
  enrollInCadence: () => ({ cadenceId: "none" }),
  executeCadenceTask: () => ({ idempotencyKey: "k" }),
  answerMessage: () => ({ type: "text", text: "Hi" }),
  updateConversation: () => ({ closed: true }),
  createStage: () => ({ name: "x" }),
  setPipelineAccess: () => ({ userIds: [] }),
  updateTag: () => ({ name: "x", color: "#000000" }),
  addDealTag: ({ tagId }) => ({ tagId }),
  createNote: () => ({ content: "x" }),
  updateNote: () => ({ content: "x" }),
  createTask: () => ({ title: "x" }),
};

const onSomething = Object.entries<Route>(ROUTES).filter(([, route]) => route.path.includes("{"));
/** Those of one deal, contact or conversation, which not every member may see. */
const ofSomebody = onSomething.filter(([, { path }]) => /^\/(?:deals|contacts|conversations|calendar)\//.test(path));

let app: TestApp;
let belongings: Belongings;
let filled: TestWorkspace;
let empty: TestWorkspace;
beforeAll(async () => {
  app = await startTestApp();
  filled = await app.workspace([...FEATURES]);
  empty = await app.workspace([...FEATURES]);
  belongings = await fillWorkspace(app, filled);
});
afterAll(() => app.close());

/** The address of a route, its parameters those of what the filled workspace has. */
const addressOf = ({ path }: Route): string =>
  path.replaceAll(/\{\w+\}/g, (parameter, offset: number) => {
    const value = belongings[path.slice(0, offset + parameter.length)];
    if (value === undefined) throw new Error(`Nothing is known for ${parameter} of ${path}`);
    return encodeURIComponent(value);
  });

async function ask(id: string, route: Route, key: string, workspace: TestWorkspace) {
  const init = route.upload
    ? {
        raw: `--x\r\nContent-Disposition: form-data; name="${route.upload.field}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n${PNG}\r\n--x--\r\n`,
        headers: { "content-type": "multipart/form-data; boundary=x" },
      }
    : route.body
      ? { json: bodies[id as OperationId]?.(workspace) ?? {} }
      : {};
  return app.call(route.method, `/api/v1${addressOf(route)}`, { key, ...init });
}

const PNG = "GIF89a";

describe("to another workspace", () => {
  it.each(onSomething)("%s answers 404", async (id, route) => {
    const answer = await ask(id, route, await empty.addKey(), empty);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 404, code: "NOT_FOUND" });
  });
});

describe("to a member who sees the own deals alone", () => {
  it.each(ofSomebody)("%s answers 404 for those of others", async (id, route) => {
    const key = await filled.addKey({ role: "admin", visibility: "own" });
    const answer = await ask(id, route, key, filled);
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 404, code: "NOT_FOUND" });
  });
});

describe("to its own workspace", () => {
  const reads = onSomething.filter(([, { method }]) => method === "GET");

  it.each(reads)("%s answers, as do the others left what they found", async (id, route) => {
    expect((await ask(id, route, await filled.addKey(), filled)).status).toBe(200);
  });
});
