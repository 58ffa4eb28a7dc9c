import type { JsonObject } from "@trilho/engine";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { showLanguage } from "../../../i18n/set-up.ts";
import { WindowFields } from "./window-fields.tsx";
import { isSoundWindow } from "../../../document/draft/sound-window.ts";
import { daysOf, spansOf, windowText } from "../../../document/draft/window.ts";

const on = (weekdays: readonly number[], from = "09:00", to = "18:00") =>
  weekdays.map((weekday) => ({ weekday, from, to }));
const WEEK = [1, 2, 3, 4, 5];

function show(start: JsonObject | null) {
  const now = { value: start };
  function Host() {
    const [value, setValue] = useState(start);
    return (
      <WindowFields
        value={value}
        error={undefined}
        onChange={(next) => {
          now.value = next;
          setValue(next);
        }}
      />
    );
  }
  render(<Host />);
  return now;
}

const day = (name: string) => screen.getByRole("button", { name });
const time = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe("the hours at which a trigger may start", () => {
  test("begin with office hours, and are null when switched off", async () => {
    const user = userEvent.setup();
    const now = show(null);
    await user.click(screen.getByRole("switch"));
    expect(now.value).toEqual({ days: on(WEEK) });
    await user.click(screen.getByRole("switch"));
    expect(now.value).toBeNull();
  });

  test("are changed for all days of a row, and what else the window holds stays", async () => {
    const user = userEvent.setup();
    const now = show({ days: on([1, 2]), note: "ours" });
    await user.click(day("Tuesday"));
    await user.click(day("Saturday"));
    time("From", "08:30");
    expect(now.value).toEqual({ days: on([1, 6], "08:30"), note: "ours" });
  });

  test("end at midnight as 24:00", () => {
    const now = show({ days: on([5], "20:00", "22:00") });
    time("To", "00:00");
    expect(now.value).toEqual({ days: on([5], "20:00", "24:00") });
    expect(screen.queryByText(/next day/)).toBeNull();
  });

  test("that end before they begin go into the next day, and say so", () => {
    const now = show({ days: on([5], "20:00", "22:00") });
    time("To", "06:00");
    expect(screen.getByText("Into the next day.")).toBeTruthy();
    expect(now.value).toEqual({ days: on([5], "20:00", "06:00") });
  });

  test("that end as they begin are said to be none", () => {
    show({ days: on([5], "20:00", "22:00") });
    time("To", "20:00");
    expect(screen.getByText("It has to be another time.")).toBeTruthy();
  });

  test("a row without days asks for one and is not stored", async () => {
    const user = userEvent.setup();
    const now = show({ days: on([3]) });
    await user.click(day("Wednesday"));
    expect(screen.getByText("Choose a day")).toBeTruthy();
    expect(now.value).toEqual({ days: [] });
    await user.click(day("Thursday"));
    expect(now.value).toEqual({ days: on([4]) });
  });

  test("two rows may say the same for a while without becoming one", async () => {
    const user = userEvent.setup();
    const now = show({ days: on([1]) });
    await user.click(screen.getByRole("button", { name: "Add times" }));
    expect(screen.getAllByRole("group", { name: /^Times/ })).toHaveLength(2);
    await user.click(screen.getAllByRole("button", { name: "Remove these times" })[0] as HTMLElement);
    expect(now.value).toEqual({ days: on([2, 3, 4, 5, 6, 7]) });
  });

  test("in a shape of somebody else's are shown and stay", () => {
    const theirs = { days: [{ weekday: 1, from: "09:00", to: "18:00", room: "A" }] };
    const now = show(theirs);
    expect(screen.getByText(/cannot be edited here/)).toBeTruthy();
    expect(now.value).toBe(theirs);
  });
});

test.each<[string, JsonObject | null, boolean]>([
  ["none", null, true],
  ["hours", { days: on(WEEK) }, true],
  ["until midnight", { days: on([1], "20:00", "24:00") }, true],
  ["no days", { days: [] }, false],
  ["a night", { days: on([1], "20:00", "06:00") }, true],
  ["hours that end as they begin", { days: on([1], "20:00", "20:00") }, false],
  ["a time being typed", { days: on([1], "") }, false],
  ["what somebody else wrote and can be read", { days: [{ weekday: 1, from: "09:00", to: "18:00", room: "A" }] }, true],
  ["what nobody can read", { opens: "soon" }, false],
  ["an unknown time zone", { days: on(WEEK), timeZone: "Brazil" }, false],
])("a window is sound or not: %s", (_, window, sound) => {
  expect(isSoundWindow(window)).toBe(sound);
});

test("rows say all that days of the known shape say", () => {
  const days = [...on(WEEK), ...on([6], "10:00", "14:00")];
  expect(daysOf(spansOf(days) ?? [])).toEqual(days);
});

describe.each([
  ["en", "Mon–Fri 09:00–18:00, Sat 10:00–14:00 (Europe/Lisbon)", "Mon, Wed, Thu 09:00–18:00"],
  ["pt-BR", "seg.–sex. 09:00–18:00, sáb. 10:00–14:00 (Europe/Lisbon)", "seg., qua., qui. 09:00–18:00"],
] as const)("a window in words, %s", (language, zoned, scattered) => {
  beforeAll(() => showLanguage(language));
  afterAll(() => showLanguage("en"));

  test.each<[JsonObject | null, string | null]>([
    [{ days: [...on(WEEK), ...on([6], "10:00", "14:00")], timeZone: "Europe/Lisbon" }, zoned],
    [{ days: on([4, 1, 3]) }, scattered],
    [{ days: [] }, null],
    [{ days: ["?"] }, null],
    [null, null],
  ])("%j", (window, words) => {
    expect(windowText(window)).toBe(words);
  });
});
