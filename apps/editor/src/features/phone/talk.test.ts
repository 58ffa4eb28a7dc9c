import type { AutomationRunDetail, ConversationMessage } from "@trilho/api-client";
import type { JsonValue } from "@trilho/engine";
import { describe, expect, it } from "vitest";
import { runOf } from "../../testing/run.ts";
import { bubblesOf, conversationOf } from "./talk.ts";

const BEGAN = "2026-11-21T10:00:00.000Z";

type Effect = AutomationRunDetail["effects"][number];

const effect = (result: Effect["result"], config: Effect["config"] = {}): Effect => ({
  nodeId: "ask",
  actionType: "send_whatsapp",
  config,
  attempts: 1,
  ok: true,
  result,
  error: null,
  at: BEGAN,
});

const run = (...effects: Effect[]): AutomationRunDetail => ({
  ...runOf({ runId: "r" }),
  createdAt: BEGAN,
  phase: "awaiting_reply",
  leaseUntil: null,
  deal: null,
  event: {},
  steps: [],
  effects,
  changes: [],
  deliveries: [],
  respectBusinessHours: false,
  graphDefinition: { version: 2, nodes: [], edges: [] },
});

const KEPT = { provider: "outbox", conversationId: "c", messageId: "kept-1" };

const message = (id: string, change: Partial<ConversationMessage> = {}): ConversationMessage => ({
  id,
  conversationId: "c",
  channelId: null,
  externalId: id,
  senderPhone: null,
  recipientPhone: null,
  errorMessage: null,
  quotedText: null,
  quotedMessageId: null,
  quotedType: null,
  sentByUserId: null,
  originLabel: null,
  direction: "outbound",
  body: id,
  previewText: id,
  type: "text",
  status: "sent",
  read: false,
  timestamp: BEGAN,
  createdAt: BEGAN,
  statusTimestamp: null,
  editedAt: null,
  deletedAt: null,
  quotedDirection: null,
  origin: null,
  content: null,
  media: null,
  quotedMedia: null,
  ...change,
});

const reaction = (id: string, body: string) =>
  message(id, { type: "reaction", direction: "inbound", body, quotedMessageId: "kept-1" });

describe("what was said to the contact of a run", () => {
  it.each<[string, Effect["result"], string | null]>([
    ["that stayed here", KEPT, "c"],
    ["that was sent", { ...KEPT, provider: "meta" }, null],
    ["by e-mail, which nobody answers here", { provider: "outbox", messageId: "mail-1" }, null],
    ["that failed", null, null],
  ])("by a message %s", (_, result, conversation) => {
    expect(conversationOf(run(effect(result)))).toBe(conversation);
  });

  it("offers the buttons of the run's own messages, by what was sent of them", () => {
    const buttons: JsonValue[] = [
      { id: "yes", label: "Yes" },
      { id: "no", label: "" },
      { id: "call", label: "Yes, please call me today" },
      { id: "later" },
      "broken",
      { label: "?" },
    ];
    const bubbles = bubblesOf([message("kept-1"), message("other")], run(effect(KEPT, { buttons })));
    expect(bubbles.map(({ isKept }) => isKept)).toEqual([true, false]);
    expect(bubbles.map((bubble) => bubble.buttons)).toEqual([
      [
        { id: "yes", label: "Yes" },
        { id: "no", label: "no" },
        { id: "call", label: "Yes, please call me toda" },
        { id: "later", label: "later" },
      ],
      [],
    ]);
  });

  it("leaves out what was said before the run", () => {
    const before = message("before", { timestamp: "2026-11-21T09:59:59.000Z" });
    expect(bubblesOf([before, message("kept-1")], run(effect(KEPT))).map(({ message: { id } }) => id)).toEqual([
      "kept-1",
    ]);
  });

  it.each<[string, string[], string]>([
    ["shows it at its message", ["👍"], "👍"],
    ["shows the last one", ["👍", "🙏"], "🙏"],
    ["shows none that was taken back", ["👍", ""], ""],
  ])("with a reaction %s", (_, emoji, shown) => {
    const said = [message("kept-1"), ...emoji.map((each, index) => reaction(`r${index}`, each))];
    expect(bubblesOf(said, run(effect(KEPT)))).toMatchObject([{ message: { id: "kept-1" }, reaction: shown }]);
  });
});
