import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AutomationEditor } from "../../screens/editor/automation-editor.tsx";
import { Connected, stubWorkspace } from "../forms/testing/workspace.tsx";
import { addScenarios } from "../../document/saved-scenarios.ts";
import { graph, seeded } from "../../document/testing.ts";

beforeEach(() => stubWorkspace());
afterEach(() => vi.unstubAllGlobals());

test("the toolbar says how the tests go, and leads to them", async () => {
  const saved = { startAt: "2026-01-05T12:00:00Z", facts: {}, outcomes: {}, keepHours: false };
  const definition = addScenarios([
    { ...saved, id: "a", name: "Through", expect: { status: "completed", path: ["t", "w"] } },
    { ...saved, id: "b", name: "Elsewhere", expect: { status: "completed", path: ["t", "x"] } },
  ])(graph("t>w"), { random: seeded() })?.definition;
  if (!definition) throw new Error("not saved");
  render(<AutomationEditor value={definition} onChange={() => undefined} />, { wrapper: Connected });
  const badge = await screen.findByRole(
    "button",
    { name: "Tests of this automation: 2 tests, 1 fails" },
    { timeout: 5_000 },
  );
  await userEvent.click(badge);
  expect(await screen.findByRole("list", { name: "Saved tests" }, { timeout: 5_000 })).toBeDefined();
});
