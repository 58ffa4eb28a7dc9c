import { act, cleanup, renderHook } from "@testing-library/react";
import type { GraphDefinition } from "@trilho/engine";
import { afterEach, expect, test, vi } from "vitest";
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
