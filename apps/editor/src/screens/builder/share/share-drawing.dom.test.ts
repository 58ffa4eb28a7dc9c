import { expect, it, vi } from "vitest";
import { blankDraft } from "../../../document/draft/draft.ts";
import type { Lookup } from "../../../document/lookup.ts";
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
    {
      id: "ask",
      type: "action",
      actionType: "send_whatsapp",
      config: {
        text: "Hi, shall we go ahead with the proposal that I sent you on Monday?",
        buttons: [{ id: "yes", label: "Yes, please go ahead" }],
      },
    },
  ],
  edges: [
    { id: "a", source: "start", target: "pause" },
    { id: "b", source: "pause", target: "ask" },
    { id: "c", source: "ask", target: "pause", sourceHandle: "fallback" },
    { id: "d", source: "ask", target: "pause", sourceHandle: "btn_yes" },
    { id: "e", source: "ask", target: "pause", sourceHandle: "timeout" },
    { id: "f", source: "ask", target: "pause", sourceHandle: "text_reply" },
  ],
};
const draft = { ...blankDraft("Welcome"), definition };
const SHARED = { draft, names: NAMES, starts: "Stage entered: Sales › Proposal", version: "Version 5" };

it("the drawing is copied with the names that the canvas shows", async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  await shareDrawing("mermaid", SHARED);
  const [text = ""] = writeText.mock.calls[0] ?? [];
  expect(text).toContain('n0(["Trigger: Stage entered: Sales › Proposal"])');
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
  await shareDrawing("svg", SHARED);
  const svg = (await files[0]?.text()) ?? "";
  expect(names).toEqual(["welcome.svg"]);
  expect([...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text)).toEqual([
    "Welcome",
    expect.stringMatching(/^Version 5 · .*\d{4}/),
    "Mind the gap",
    "before you ",
    "call them…",
    "Trigger",
    "Stage entered: Sales › Proposal",
    "Wait 2 days",
    "Send WhatsApp",
    "Hi, shall we go ahead with the ",
    "proposal that I sent you on ",
    "Monday?",
    "On failure",
    "Yes, please ",
    "go ahead",
    "No reply",
    "Text reply",
  ]);
  expect(svg.match(/class="edge"/g)).toHaveLength(6);
  vi.unstubAllGlobals();
});
