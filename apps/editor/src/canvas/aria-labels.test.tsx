import { renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { showLanguage } from "../i18n/set-up.ts";
import { useAriaLabels } from "./aria-labels.ts";

afterEach(() => showLanguage("en"));

const labels = (readOnly = false) => renderHook(() => useAriaLabels(readOnly)).result.current;

test.each(["en", "pt-BR"] as const)(
  "React Flow says everything in the language of the editor: %s",
  async (language) => {
    await showLanguage(language);
    const { "node.a11yDescription.ariaLiveMessage": moved, ...others } = labels();
    expect(moved({ direction: "left", x: 1, y: 2 })).toMatch(/left.*1.*2/);
    for (const words of Object.values(others)) expect(words).toMatch(/^\p{Lu}/u);
  },
);

test("what cannot be changed is not offered", () => {
  expect(labels(true)["edge.a11yDescription.default"]).toBe("");
  expect(labels(true)["node.a11yDescription.default"]).not.toMatch(/Delete/);
});
