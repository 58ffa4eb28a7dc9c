import type { JsonObject } from "@trilho/engine";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { withProposal } from "../../../document/draft/proposed-entry.ts";
import { showLanguage } from "../../../i18n/set-up.ts";
import { Connected, stubWorkspace } from "../testing/workspace.tsx";
import { TriggerFields } from "./trigger-fields.tsx";

beforeEach(() => stubWorkspace());
afterEach(() => vi.unstubAllGlobals());

function show(start: JsonObject | null = null) {
  const now = { config: start };
  function Host() {
    const [config, setConfig] = useState(start);
    const take = (next: JsonObject | null): void => {
      now.config = next;
      setConfig(next);
    };
    return <TriggerFields triggerType="deal_won" config={config} onChange={take} />;
  }
  render(<Host />, { wrapper: Connected });
  return now;
}

async function choose(user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> {
  await user.click(await screen.findByRole("combobox", { name: "How often it may enter" }));
  await user.click(await screen.findByRole("option", { name }));
}

describe("how often a deal may enter", () => {
  it("is chosen, with the time where it has one, and is nothing where it always may", async () => {
    const user = userEvent.setup();
    const now = show();
    await choose(user, "Not while one of its runs is under way");
    expect(now.config).toEqual({ entry: { again: "not_while_live" } });
    await choose(user, "Again after a while");
    expect(now.config).toEqual({ entry: { again: "after", afterSeconds: 86_400 } });
    await choose(user, "Once only");
    expect(now.config).toEqual({ entry: { again: "once" } });
    await choose(user, "Always");
    expect(now.config).toBeNull();
  });

  it("has a time that is still asked for when it is emptied", async () => {
    const now = show({ entry: { again: "after", afterSeconds: 7200 } });
    fireEvent.change(await screen.findByRole("textbox", { name: "Since its last run began" }), {
      target: { value: "" },
    });
    expect(now.config).toEqual({ entry: { again: "after", afterSeconds: 0 } });
    expect(screen.getByText("Between a minute and ten years.")).toBeTruthy();
  });

  it("may wait for the last change, and spread starts over the hour", async () => {
    const user = userEvent.setup();
    const now = show({ entry: { again: "once" } });
    await user.click(await screen.findByRole("switch", { name: "Wait until nothing more happens" }));
    expect(now.config).toEqual({ entry: { again: "once", settleSeconds: 300 } });
    fireEvent.change(screen.getByRole("textbox", { name: "Maximum starts per hour" }), {
      target: { value: "60" },
    });
    expect(now.config).toEqual({ entry: { again: "once", settleSeconds: 300, perHour: 60 } });
    await user.click(screen.getByRole("switch", { name: "Wait until nothing more happens" }));
    expect(now.config).toEqual({ entry: { again: "once", perHour: 60 } });
  });

  it("says so where it cannot be read, and keeps it until somebody chooses", async () => {
    const now = show({ entry: { again: "twice" } });
    const choice = await screen.findByRole("combobox", { name: "How often it may enter" });
    expect(choice.textContent).toContain("Cannot be read: choose anew");
    expect(now.config).toEqual({ entry: { again: "twice" } });
  });

  it("is said in Portuguese too", async () => {
    await showLanguage("pt-BR");
    onTestFinished(() => showLanguage("en"));
    show({ entry: { again: "once" } });
    const choice = await screen.findByRole("combobox", { name: "Com que frequência pode entrar" });
    expect(choice.textContent).toContain("Uma vez só");
  });
});

describe("another trigger of a new automation", () => {
  const ONE = { entry: { again: "not_while_live" } };
  const settings = { scope: "global", pipelineId: null, stageId: null, respectBusinessHours: false } as const;

  it.each<[string, string, JsonObject | null, string, JsonObject | null]>([
    ["brings its rule", "deal_created", null, "stage_entered", ONE],
    ["takes the other one's along", "stage_entered", ONE, "deal_created", null],
    [
      "puts its own in the place of the other one's",
      "deal_created",
      { source: "a" },
      "deal_won",
      { source: "a", ...ONE },
    ],
    [
      "leaves a rule that was chosen",
      "stage_entered",
      { entry: { again: "once" } },
      "deal_won",
      { entry: { again: "once" } },
    ],
  ])("%s", (_, before, triggerConfig, triggerType, expected) => {
    expect(withProposal({ ...settings, triggerType: before, triggerConfig }, triggerType)).toEqual({
      triggerType,
      triggerConfig: expected,
    });
  });
});
