import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import { compileGraph } from "./compile.ts";
import { canConnect } from "./connect.ts";

const draft: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "ask", type: "condition", condition: { branches: [{ id: "vip", query: {} }] } },
    { id: "pause", type: "wait" },
    { id: "constructor", type: "wait" },
    { id: "done", type: "end" },
  ],
  edges: [
    { source: "start", target: "ask" },
    { source: "ask", target: "pause", sourceHandle: "branch_vip" },
  ],
};

describe("canConnect", () => {
  it.each([
    ["pause", "next", "done"],
    ["ask", "fallback", "done"],
    ["ask", "fallback", "pause"],
    ["constructor", "next", "pause"],
  ])("%s by %s to %s: yes", (source, handle, target) => {
    expect(canConnect(draft, source, handle, target)).toEqual({ ok: true });
  });

  it.each([
    ["ghost", "next", "done", "missing-node"],
    ["pause", "next", "toString", "missing-node"],
    ["done", "next", "pause", "edge-out-of-end"],
    ["pause", "fallback", "done", "handle-not-offered"],
    ["ask", "branch_new", "done", "handle-not-offered"],
    ["ask", "branch_vip", "done", "handle-taken"],
    ["pause", "next", "pause", "self-loop"],
    ["pause", "next", "start", "into-trigger"],
    ["pause", "next", "ask", "cycle"],
  ])("%s by %s to %s: no, %s", (source, handle, target, code) => {
    const answer = canConnect(draft, source, handle, target);
    expect(answer).toMatchObject({ ok: false, code });
  });

  it("takes a compiled graph as well", () => {
    expect(canConnect(compileGraph(draft), "pause", "next", "done").ok).toBe(true);
  });

  it("lets an edge be led elsewhere", () => {
    expect(canConnect(draft, "ask", "branch_vip", "done", { replacing: 1 }).ok).toBe(true);
    expect(canConnect(draft, "pause", "next", "ask", { replacing: 1 }).ok).toBe(true);
  });

  it("does not take an edge that is led elsewhere for the only way back", () => {
    const twoWays = {
      ...draft,
      edges: [...(draft.edges ?? []), { source: "ask", target: "pause", sourceHandle: "fallback" }],
    };
    expect(canConnect(twoWays, "pause", "next", "ask", { replacing: 1 })).toMatchObject({ ok: false, code: "cycle" });
    expect(canConnect(draft, "ask", "branch_vip", "done", { replacing: 0 })).toMatchObject({ code: "handle-taken" });
  });

  it("asks an index of paths, where there is one", () => {
    const asked: number[][] = [];
    const reaches = (from: number, to: number) => asked.push([from, to]) > 1;
    expect(canConnect(draft, "pause", "next", "done", { reaches })).toEqual({ ok: true });
    expect(canConnect(draft, "pause", "next", "done", { reaches })).toMatchObject({ ok: false, code: "cycle" });
    expect(canConnect(draft, "pause", "next", "done", { reaches, replacing: 1 })).toEqual({ ok: true });
    expect(asked).toEqual([
      [4, 2],
      [4, 2],
      [4, 2],
    ]);
  });

  it("answers in a draft that already has a cycle", () => {
    const knot = { ...draft, edges: [...(draft.edges ?? []), { source: "pause", target: "ask" }] };
    expect(canConnect(knot, "constructor", "next", "ask").ok).toBe(true);
  });
});
