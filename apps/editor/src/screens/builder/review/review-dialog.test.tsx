import type { Automation, RunMigrationPreview } from "@trilho/api-client";
import { render, screen, within } from "@testing-library/react";
import type { GraphDefinition } from "@trilho/engine";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { checkerCode } from "../../../document/checker-code.ts";
import { blankDraft, bodyOf, type Draft } from "../../../document/draft/draft.ts";
import { EMPTY_LOOKUP } from "../../../document/lookup.ts";
import type { Choice, Choices } from "../../../features/migration/choices.ts";
import { keyOf } from "../../../features/migration/choices.ts";
import { Connected, stubWorkspace } from "../../../features/forms/testing/workspace.tsx";
import { ReviewDialog } from "./review-dialog.tsx";

beforeAll(() => checkerCode.load());
afterEach(() => void vi.unstubAllGlobals());

/** A trigger that leads nowhere, which is warned of. */
const graph = (x: number): GraphDefinition => ({
  version: 2,
  nodes: [{ id: "start", type: "trigger", config: { ui: { position: { x, y: 0 } } } }],
  edges: [],
});
const named = (name: string, x = 0): Draft => ({ ...blankDraft(name), definition: graph(x) });
const group: RunMigrationPreview["groups"][number] = {
  version: 1,
  nodeId: "start",
  phase: "sleeping",
  future: "same",
  runs: 200,
  nextAttemptAt: null,
  at: null,
  changes: [],
  reason: null,
};

function show(draft: Draft, choice: Choice = "stay") {
  stubWorkspace();
  const stored = { ...bodyOf(named("Welcome")), id: "a1", version: 1, enabled: true } as Automation;
  const choices: Choices = new Map([[keyOf(group), { choice, limit: null }]]);
  const act = vi.fn();
  render(
    <ReviewDialog
      open
      onClose={act}
      stored={stored}
      base={stored}
      draft={draft}
      names={EMPTY_LOOKUP}
      preview={{ toVersion: 2, groups: [group], versions: [], latest: null, earlier: [] }}
      way="publish"
      request={null}
      answers={{ note: "", choices }}
      onAnswers={act}
      onPublish={act}
      onSendBack={act}
      onCompare={act}
      onShow={act}
      onProblem={act}
    />,
    { wrapper: Connected },
  );
  return within(screen.getByRole("dialog"));
}

it.each<[Choice, string, number]>([
  ["stay", "Publish with 1 warning", 1],
  ["move", "Publish and move 200 runs", 2],
  ["end", "Publish and end 200 runs", 2],
])("tells of warnings at the button, whatever is chosen for runs: %s", (choice, button, told) => {
  const dialog = show(named("Welcome VIPs"), choice);
  expect(dialog.getByRole("button", { name: button })).toBeTruthy();
  expect(dialog.getAllByText("1 warning")).toHaveLength(told);
});

it("leaves out where steps stand, unless that is all there is", () => {
  expect(show(named("Welcome VIPs", 40)).queryByText("1 moved on the canvas")).toBeNull();
});

it("says where steps stand otherwise where nothing else differs", () => {
  expect(show(named("Welcome", 40)).getByText("1 moved on the canvas")).toBeTruthy();
});
