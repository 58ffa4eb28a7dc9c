import { expect, it, vi } from "vitest";
import { blankDraft } from "../../document/draft/draft.ts";
import type { Lookup } from "../../document/lookup.ts";
import { copyMermaid } from "./copy-mermaid.ts";

const unnamed = () => null;
const NAMES: Lookup = {
  optionName: unnamed,
  pipelineName: unnamed,
  stageName: unnamed,
  tagName: unnamed,
  userName: unnamed,
  fieldName: unnamed,
};

it("the drawing is copied with the names that the canvas shows", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  const definition = {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "pause", type: "wait", config: { delaySeconds: 172_800 } },
      { id: "ask", type: "action", actionType: "send_whatsapp", config: { text: "Hi?" } },
    ],
    edges: [
      { id: "a", source: "start", target: "pause" },
      { id: "b", source: "pause", target: "ask" },
      { id: "c", source: "ask", target: "pause", sourceHandle: "fallback" },
    ],
  };
  await copyMermaid({ ...blankDraft("Welcome"), definition }, NAMES);
  const [text = ""] = writeText.mock.calls[0] ?? [];
  expect(text).toContain('n0(["Trigger: Deal created"])');
  expect(text).toContain('n1{{"Wait 2 days"}}');
  expect(text).toMatch(/n2 -->\|"On failure"\| n1/);
  vi.unstubAllGlobals();
});
