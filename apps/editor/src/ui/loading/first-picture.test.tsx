import { renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";

test("what is slow to draw is left out of the page's first picture alone", async () => {
  vi.resetModules();
  const { endFirstPicture, useAfterFirstPicture } = await import("./first-picture.ts");
  const drawn: boolean[] = [];
  const screen = () =>
    renderHook(() => {
      drawn.push(useAfterFirstPicture());
    });
  screen();
  expect(drawn).toEqual([false]);
  endFirstPicture();
  await waitFor(() => expect(drawn).toEqual([false, true]));
  screen();
  expect(drawn).toEqual([false, true, true]);
});
