import { act, cleanup, renderHook } from "@testing-library/react";
import type { GraphDefinition } from "@trilho/engine";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createTexts } from "../i18n/texts.ts";
import { rename } from "./commands/edit.ts";
import { graph } from "./testing.ts";
import { useDocument } from "./use-document.ts";

afterEach(cleanup);

const texts = createTexts();

function open(value: GraphDefinition) {
  const onChange = vi.fn<(next: GraphDefinition) => void>();
  const hook = renderHook(
    (props: { value: GraphDefinition }) => useDocument({ ...props, onChange, readOnly: false, texts }),
    {
      initialProps: { value },
    },
  );
  return { ...hook, onChange, store: hook.result.current };
}

test("opening tells of no change", () => {
  expect(open(graph("t>a")).onChange).not.toHaveBeenCalled();
});

test("a change goes out once and its echo is no change", () => {
  const { store, onChange, rerender } = open(graph("t>a"));
  act(() => void store.getState().run(rename("a", "Rest")));
  expect(onChange).toHaveBeenCalledTimes(1);
  rerender({ value: store.getState().definition });
  expect(store.getState().history.past).toHaveLength(1);
  expect(onChange).toHaveBeenCalledTimes(1);
});

test("a late echo does not take back what was done since", () => {
  const { store, rerender } = open(graph("t>a"));
  act(() => void store.getState().run(rename("a", "Rest")));
  const first = store.getState().definition;
  act(() => void store.getState().run(rename("t", "Start")));
  const second = store.getState().definition;
  rerender({ value: first });
  expect(store.getState().definition).toBe(second);
  rerender({ value: second });
  expect(store.getState().definition).toBe(second);
});

test("a value from outside comes in as a step that can be undone", () => {
  const before = graph("t>a");
  const { store, rerender } = open(before);
  rerender({ value: graph("t>b") });
  expect(store.getState().definition).toEqual(graph("t>b"));
  act(() => void store.getState().undo());
  expect(store.getState().definition).toEqual(before);
});

test("going back to a value that was sent earlier is a change from outside", () => {
  const { store, rerender } = open(graph("t>a"));
  act(() => void store.getState().run(rename("a", "Rest")));
  const saved = store.getState().definition;
  rerender({ value: saved });
  act(() => void store.getState().run(rename("t", "Start")));
  rerender({ value: store.getState().definition });
  rerender({ value: saved });
  expect(store.getState().definition).toEqual(saved);
});

describe("settings that the page keeps", () => {
  interface Page {
    value: GraphDefinition;
    settings: object;
  }
  function openPage(first: Page) {
    const onSettings = vi.fn<(next: object) => void>();
    const onChange = vi.fn<(next: GraphDefinition) => void>();
    const hook = renderHook((page: Page) => useDocument({ ...page, onChange, onSettings, readOnly: false, texts }), {
      initialProps: first,
    });
    return { ...hook, onSettings, onChange, store: hook.result.current };
  }
  const welcome = { name: "Welcome", scope: "global" };
  const vips = { name: "VIPs", scope: "global" };

  test("are in the same history, and going back tells the page", () => {
    const value = graph("t>a");
    const { store, rerender, onSettings, onChange } = openPage({ value, settings: welcome });
    rerender({ value, settings: vips });
    expect(onSettings).not.toHaveBeenCalled();
    expect(store.getState().history.past.map(({ label }) => label.code)).toEqual(["name"]);
    act(() => void store.getState().undo());
    expect(onSettings).toHaveBeenLastCalledWith(welcome);
    rerender({ value, settings: welcome });
    act(() => void store.getState().redo());
    expect(onSettings).toHaveBeenLastCalledWith(vips);
    expect(onChange).not.toHaveBeenCalled();
  });

  test("of which nothing changed are no step", () => {
    const value = graph("t>a");
    const { store, rerender } = openPage({ value, settings: welcome });
    rerender({ value, settings: { ...welcome } });
    expect(store.getState().history.past).toEqual([]);
  });

  test("and a definition that come together are one step", () => {
    const value = graph("t>a");
    const { store, rerender, onSettings } = openPage({ value, settings: welcome });
    rerender({ value: graph("t>b"), settings: { name: "VIPs", scope: "stage" } });
    act(() => void store.getState().undo());
    expect(store.getState().history.past).toEqual([]);
    expect(store.getState().definition).toEqual(value);
    expect(onSettings).toHaveBeenLastCalledWith(welcome);
  });

  test("that are typed letter by letter are one step", () => {
    const value = graph("t>a");
    const { store, rerender } = openPage({ value, settings: welcome });
    for (const name of ["V", "VI", "VIP"]) rerender({ value, settings: { ...welcome, name } });
    rerender({ value, settings: { name: "VIP", scope: "pipeline" } });
    expect(store.getState().history.past.map(({ label }) => label.code)).toEqual(["name", "settings"]);
  });
});
