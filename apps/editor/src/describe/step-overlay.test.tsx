import { render, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import type { NodeOverlay, OverlayTone } from "../document/view-store.ts";
import { EdgeMark, NodeMark, shareWidth, useOverlayText } from "./step-overlay.tsx";

describe("what a mode lays over a step", () => {
  test.each<[NodeOverlay, string, string]>([
    [{ tone: "added" }, "Added", "Added"],
    [{ tone: "removed", badge: "Removed by Ana" }, "Removed by Ana", "Removed: Removed by Ana"],
    [{ tone: "heat", badge: "412 deals · 41 %", share: 0.41 }, "412 deals · 41 %", "Runs: 412 deals · 41 %"],
    [{ tone: "covered" }, "", "Tested"],
    [{ tone: "uncovered" }, "Untested", "Untested"],
  ])("%j shows “%s” and is read as “%s”", (overlay, shown, read) => {
    const { container } = render(<NodeMark overlay={overlay} />);
    expect(container.textContent).toBe(shown);
    expect(container.querySelector("svg")).not.toBeNull();
    expect(renderHook(() => useOverlayText(overlay)).result.current).toBe(read);
  });

  test("leads to what its badge counts, and is no stop for who comes by keyboard", async () => {
    const onOpen = vi.fn();
    render(<NodeMark overlay={{ tone: "waiting", badge: "140", onOpen }} />);
    const mark = screen.getByRole("button", { name: "140: Show which runs" });
    expect(mark.tabIndex).toBe(-1);
    await userEvent.click(mark);
    expect(onOpen).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(document.body);
  });

  test("every tone has a mark of its own", () => {
    const tones: OverlayTone[] = ["added", "removed", "changed", "moved", "covered", "uncovered", "heat"];
    const marks = tones.map(
      (tone) => render(<NodeMark overlay={{ tone }} />).container.querySelector("svg")?.innerHTML,
    );
    expect(new Set(marks).size).toBe(tones.length);
  });
});

describe("what a mode lays over an edge", () => {
  test("is read with the edge's name", () => {
    render(<EdgeMark overlay={{ tone: "uncovered", label: "never" }} name="Wait leads to End" style={{}} />);
    expect(screen.getByText("Wait leads to End: Untested").parentElement?.textContent).toContain("never");
  });

  test.each([
    [undefined, 0],
    [0, 0],
    [Number.NaN, 0],
    [0.5, 10],
    [1, 18],
    [7, 18],
  ])("the share %j is drawn %d pixels wide", (share, width) => expect(shareWidth(share)).toBe(width));
});
