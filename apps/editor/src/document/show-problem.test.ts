import type { Diagnostic } from "@trilho/engine";
import { expect, test } from "vitest";
import { createCanvasLink, type EditorServices } from "./context.ts";
import { createEditorStore } from "./editor-store.ts";
import { showProblem } from "./show-problem.ts";
import { graph, seeded } from "./testing.ts";
import { createViewStore } from "./view-store.ts";

test.each([
  ["a folded exit", "reply-without-timeout", ["a", "b"]],
  ["a text", "empty-message", ["b"]],
])("a problem of %s leads to its step, whose exits are unfolded where one of them is meant", (_, code, unfolded) => {
  const store = createEditorStore({ definition: graph("t>a>b"), random: seeded() });
  const view = createViewStore("canvas");
  view.getState().set({ unfolded: new Set(["b"]) });
  const services = { store, view, canvas: createCanvasLink() } as EditorServices;
  showProblem(services, { code, severity: "warning", message: "", path: "/nodes/1", nodeId: "a" } as Diagnostic);
  expect(store.getState().selection.nodeIds).toEqual(["a"]);
  expect([...view.getState().unfolded].toSorted()).toEqual(unfolded);
});
