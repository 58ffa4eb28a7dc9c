import type { JsonObject, KnownTriggerType } from "@trilho/engine";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connected, stubWorkspace } from "../testing/workspace.tsx";
import { readSchedule, writeSchedule } from "./plain-schedule.ts";
import { scheduleText } from "./schedule.ts";
import { TriggerFields } from "./trigger-fields.tsx";

beforeEach(() => stubWorkspace());
afterEach(() => vi.unstubAllGlobals());

function show(triggerType: KnownTriggerType, start: JsonObject | null = null) {
  const now = { config: start };
  function Host() {
    const [config, setConfig] = useState(start);
    return (
      <TriggerFields
        triggerType={triggerType}
        config={config}
        onChange={(next) => {
          now.config = next;
          setConfig(next);
        }}
      />
    );
  }
  render(<Host />, { wrapper: Connected });
  return now;
}

describe("the settings of a trigger", () => {
  test("words are kept as a list", async () => {
    const now = show("message_received", { custom: 1 });
    await userEvent.type(screen.getByLabelText("Words"), "price,valor");
    expect(now.config).toEqual({ custom: 1, keywords: ["price", "valor"] });
  });

  test("a custom field is kept by its slug", async () => {
    const user = userEvent.setup();
    const now = show("custom_field_changed");
    await user.click(await screen.findByRole("combobox", { name: "Field" }));
    await user.click((await screen.findAllByRole("option"))[0] as HTMLElement);
    expect(now.config).toEqual({ fieldSlug: expect.not.stringMatching(/^cf_/) });
  });

  test("a setting that is emptied is taken away, and no settings are null", async () => {
    const now = show("deal_created", { source: "a" });
    await userEvent.clear(screen.getByLabelText("Source"));
    expect(now.config).toBeNull();
  });

  test("conditions are added and removed", async () => {
    const user = userEvent.setup();
    const now = show("deal_won");
    await user.click(screen.getByRole("button", { name: "Add conditions" }));
    expect(now.config).toHaveProperty("filter.rules");
    await user.click(screen.getByRole("button", { name: "Remove the conditions" }));
    expect(now.config).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Add conditions" }));
  });

  test("an address for incoming calls is shown once there is one, and only credentials of the chosen kind", () => {
    show("incoming_webhook", { hookToken: "abc", auth: "header" });
    expect(screen.getByLabelText<HTMLInputElement>("Address").value).toMatch(
      /^https?:\/\/.+\/hooks\/automations\/abc$/,
    );
    expect(screen.getByLabelText("Secret value")).toBeTruthy();
    expect(screen.queryByLabelText("Password")).toBeNull();
  });
});

describe("a schedule in words", () => {
  const from = new Date("2026-03-02T13:00:00Z");

  test.each([
    ["en", "0 9 * * 1", "At 09:00 AM, only on Monday", "Monday, March 9, 2026 at 9:00 AM"],
    ["pt-BR", "0 9 * * 1", "Às 09:00, somente de segunda-feira", "segunda-feira, 9 de março de 2026 às 09:00"],
  ])("%s", (locale, cron, words, first) => {
    expect(scheduleText(cron, locale, from)).toMatchObject({
      words,
      next: [first, expect.any(String), expect.any(String)],
    });
  });

  test.each(["soon", "0 0 31 2 *", "* * * * * *"])("%s is none", (cron) => {
    expect(scheduleText(cron, "en", from)).toBeNull();
  });

  test("is shown with its next times", async () => {
    show("schedule", { cron: "0 9 * * 1" });
    expect(await screen.findByText(/only on Monday/)).toBeTruthy();
    expect(screen.getAllByRole("listitem")).toHaveLength(3);
  });
});

describe("a schedule in plain", () => {
  test.each([
    ["15 * * * *", { every: "hour", minute: 15 }],
    ["5 9 * * *", { every: "day", minute: 5, hour: 9 }],
    ["0 9 * * 1,3,5", { every: "week", hour: 9, weekdays: [1, 3, 5] }],
    ["30 18 31 * *", { every: "month", minute: 30, hour: 18, day: 31 }],
  ])("%s is read, and written the same", (cron, said) => {
    const plain = readSchedule(cron);
    expect(plain).toMatchObject(said);
    expect(plain && writeSchedule(plain)).toBe(cron);
  });

  test.each([
    ["0 9 * * 1-5", "0 9 * * 1,2,3,4,5"],
    ["0 9 * * 0", "0 9 * * 7"],
    ["00  09 * * 5-7", "0 9 * * 5,6,7"],
  ])("%s means the same as %s", (cron, same) => {
    const plain = readSchedule(cron);
    expect(plain && writeSchedule(plain)).toBe(same);
  });

  test.each([
    "",
    "@daily",
    "*/15 8-18 * * 1-5",
    "0 9 1 * 1",
    "0 9 * 1 *",
    "60 9 * * *",
    "0 24 * * *",
    "0 9 0 * *",
    "0 9 * * 1#2",
    "0 9 * * 5-1",
    "0 0 9 * * *",
  ])("“%s” takes more words", (cron) => expect(readSchedule(cron)).toBeNull());

  test("is chosen without knowing cron", async () => {
    const user = userEvent.setup();
    const now = show("schedule");
    await user.click(await screen.findByRole("combobox", { name: "When" }));
    await user.click(await screen.findByRole("option", { name: "On days of the week" }));
    await user.click(screen.getByRole("button", { name: "Wednesday" }));
    expect(now.config).toEqual({ cron: "0 9 * * 1,3" });
    await user.click(screen.getByRole("button", { name: "Monday" }));
    await user.click(screen.getByRole("button", { name: "Wednesday" }));
    expect(now.config).toEqual({ cron: "0 9 * * 3" });
  });

  test("one that takes more words is written as cron", async () => {
    const now = show("schedule", { cron: "*/15 8-18 * * 1-5" });
    const written = await screen.findByLabelText<HTMLInputElement>("As cron writes it");
    expect(written.value).toBe("*/15 8-18 * * 1-5");
    await userEvent.clear(written);
    await userEvent.type(written, "0 9 1 * 1");
    expect(now.config).toEqual({ cron: "0 9 1 * 1" });
  });
});
