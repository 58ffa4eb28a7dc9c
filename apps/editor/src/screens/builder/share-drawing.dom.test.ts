import { expect, it, vi } from "vitest";
import { blankDraft } from "../../document/draft/draft.ts";
import type { Lookup } from "../../document/lookup.ts";
import { shareDrawing } from "./share-drawing.ts";

const unnamed = () => null;
const NAMES: Lookup = {
  optionName: unnamed,
  pipelineName: unnamed,
  stageName: unnamed,
  tagName: unnamed,
  userName: unnamed,
  fieldName: unnamed,
};

const definition = {
  version: 2,
  nodes: [
    {
      id: "start",
      type: "trigger",
      config: {
        ui: {
          notes: [
            {
              id: "n",
              kind: "note",
              text: "Mind the gap\nbefore you call them again",
              x: 0,
              y: 0,
              width: 120,
              height: 64,
            },
          ],
        },
      },
    },
    { id: "pause", type: "wait", config: { delaySeconds: 172_800 } },
    { id: "ask", type: "action", actionType: "send_whatsapp", config: { text: "Hi?" } },
  ],
  edges: [
    { id: "a", source: "start", target: "pause" },
    { id: "b", source: "pause", target: "ask" },
    { id: "c", source: "ask", target: "pause", sourceHandle: "fallback" },
  ],
};
const draft = { ...blankDraft("Welcome"), definition };

it("the drawing is copied with the names that the canvas shows", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  await shareDrawing("mermaid", draft, NAMES);
  const [text = ""] = writeText.mock.calls[0] ?? [];
  expect(text).toContain('n0(["Trigger: Deal created"])');
  expect(text).toContain('n1{{"Wait 2 days"}}');
  expect(text).toMatch(/n2 -->\|"On failure"\| n1/);
  vi.unstubAllGlobals();
});

it("the drawing is downloaded as the picture that the canvas shows", async () => {
  const files: Blob[] = [];
  const createObjectURL = (file: Blob) => `blob:${files.push(file)}`;
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await shareDrawing("svg", draft, NAMES);
  const svg = (await files[0]?.text()) ?? "";
  expect(names).toEqual(["welcome.svg"]);
  expect([...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual([
    "Mind the gap",
    "before you ",
    "call them ",
    "Trigger: Deal created",
    "Wait 2 days",
    "Send WhatsApp: Hi?",
    "On failure",
  ]);
  expect(svg.match(/class="edge"/g)).toHaveLength(3);
  vi.unstubAllGlobals();
});
