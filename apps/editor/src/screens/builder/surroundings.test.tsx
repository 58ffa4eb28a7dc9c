import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ActionType, GraphDefinition } from "@trilho/engine";
import { beforeAll, describe, expect, it } from "vitest";
import { checkerCode } from "../../document/checker-code.ts";
import { problemsOf } from "../../document/problems.ts";
import { surroundings } from "../../document/surroundings.ts";
import { loadAll } from "../../ui/loading/on-demand.ts";
import { referencesCode } from "./references.ts";
import { useSurroundings } from "./use-surroundings.ts";

/** Trigger, one action, end. */
const graphOf = (actionType: ActionType, config: Record<string, string>) => ({
  version: 2 as const,
  nodes: [
    { id: "start", type: "trigger" as const },
    { id: "act", type: "action" as const, actionType, config },
    { id: "done", type: "end" as const },
  ],
  edges: [
    { source: "start", target: "act" },
    { source: "act", target: "done" },
  ],
});

const NONE = { messages: [], start: null };

const codes = (definition: GraphDefinition) => problemsOf(definition).all.map(({ code }) => code);

/** Edits an automation of a workspace without pipelines, on a server that calls public addresses alone. */
function edit(triggerType: string, channelKinds = ["whatsapp"]) {
  const queries = new QueryClient();
  queries.setQueryData(["pipelines"], []);
  queries.setQueryData(
    ["message-templates"],
    [{ name: "hello", language: "en_US", status: "approved", components: [] }],
  );
  queries.setQueryData(["workspace"], { callsPrivateAddresses: false, channelKinds });
  const settings = {
    triggerType,
    scope: "global",
    pipelineId: null,
    stageId: null,
    respectBusinessHours: false,
  } as const;
  return renderHook(() => useSurroundings(settings, NONE), {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  });
}

describe("while an automation is drawn", () => {
  beforeAll(() => loadAll([checkerCode, referencesCode]));

  it("an action that its trigger makes impossible is a problem, and is none of another trigger", () => {
    const definition = graphOf("reply_instagram_comment", { text: "Thanks" });
    const { unmount } = edit("deal_created", ["instagram"]);
    expect(codes(definition)).toEqual(["impossible-action"]);
    unmount();
    edit("instagram_comment", ["instagram"]);
    expect(codes(definition)).toEqual([]);
  });

  it("a kind of channel that the workspace does not have is a problem", async () => {
    await act(() => referencesCode.load());
    edit("instagram_comment");
    expect(codes(graphOf("move_stage", {}))).toContain("missing-channel");
    edit("message_received");
    expect(codes(graphOf("move_stage", {}))).not.toContain("missing-channel");
  });

  it("a stage that the workspace does not have is a problem; lists that are not here tell nothing", async () => {
    edit("deal_created");
    await act(() => referencesCode.load());
    expect(codes(graphOf("move_stage", { targetStageId: "gone" }))).toEqual(["unknown-reference"]);
    surroundings.setState({ references: null });
    expect(codes(graphOf("move_stage", { targetStageId: "gone" }))).toEqual([]);
  });

  it("a webhook that the server refuses to call is a problem", async () => {
    edit("deal_created");
    await act(() => referencesCode.load());
    expect(codes(graphOf("webhook", { url: "http://localhost:3000/in" }))).toEqual(["private-address"]);
    expect(codes(graphOf("webhook", { url: "https://hooks.example.com/in" }))).toEqual([]);
  });

  it("an e-mail to what is no address is a problem before anybody publishes it", async () => {
    edit("deal_created");
    await act(() => referencesCode.load());
    expect(codes(graphOf("send_email", { to: "nobody", subject: "Hi", body: "Hi" }))).toEqual(["certain-failure"]);
    expect(codes(graphOf("send_email", { to: "ana@acme.example", subject: "Hi", body: "Hi" }))).toEqual([]);
  });

  it("a free text that nobody asked for is a problem, and so is a template that the workspace does not have", async () => {
    const { unmount } = edit("deal_won");
    await act(() => referencesCode.load());
    expect(codes(graphOf("send_whatsapp", { text: "Hi" }))).toEqual(["outside-message-window"]);
    expect(codes(graphOf("send_whatsapp", { templateName: "gone" }))).toEqual(["unknown-template"]);
    unmount();
    edit("message_received");
    expect(codes(graphOf("send_whatsapp", { text: "Hi" }))).toEqual([]);
  });

  it("what stands around it is forgotten when it is left", () => {
    const { unmount } = edit("deal_won");
    expect(surroundings.getState().trigger).toEqual({ type: "deal_won", config: null });
    unmount();
    expect(surroundings.getState()).toMatchObject({ trigger: null, references: null, settings: [], start: null });
  });
});
