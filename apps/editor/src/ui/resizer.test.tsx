import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Resizer } from "./resizer.tsx";

afterEach(cleanup);

function shown(pane: "before" | "behind") {
  const onWidth = vi.fn<(width: number) => void>();
  render(<Resizer label="Resize palette" pane={pane} width={200} min={170} max={360} onWidth={onWidth} />);
  const line = screen.getByRole("separator", { name: "Resize palette" });
  line.setPointerCapture = () => undefined;
  return { line, onWidth };
}

describe("a line between panes", () => {
  test("says how wide its pane is, and may be", () => {
    const { line } = shown("before");
    const values = ["orientation", "valuenow", "valuemin", "valuemax"].map((name) => line.getAttribute(`aria-${name}`));
    expect(values).toEqual(["vertical", "200", "170", "360"]);
  });

  test.each([
    ["before", "ArrowRight", 216],
    ["before", "ArrowLeft", 184],
    ["behind", "ArrowRight", 184],
    ["behind", "ArrowLeft", 216],
    ["before", "Home", 170],
    ["behind", "End", 360],
  ] as const)("of the pane %s, %s makes it %d px", (pane, key, width) => {
    const { line, onWidth } = shown(pane);
    fireEvent.keyDown(line, { key });
    expect(onWidth).toHaveBeenLastCalledWith(width);
  });

  test.each([
    ["before", 340, 240],
    ["behind", 340, 170],
    ["before", 900, 360],
  ] as const)("of the pane %s, dragged from 300 to %d px makes it %d px", (pane, clientX, width) => {
    const { line, onWidth } = shown(pane);
    fireEvent.pointerMove(line, { clientX: 10 });
    fireEvent.pointerDown(line, { clientX: 300, button: 0 });
    fireEvent.pointerMove(line, { clientX });
    expect(onWidth.mock.calls).toEqual([[width]]);
    fireEvent.pointerUp(line);
    fireEvent.pointerMove(line, { clientX: 10 });
    expect(onWidth).toHaveBeenCalledTimes(1);
  });

  test("is left alone by other keys and buttons", () => {
    const { line, onWidth } = shown("before");
    fireEvent.keyDown(line, { key: "a" });
    fireEvent.pointerDown(line, { clientX: 300, button: 2 });
    fireEvent.pointerMove(line, { clientX: 340 });
    expect(onWidth).not.toHaveBeenCalled();
  });
});
