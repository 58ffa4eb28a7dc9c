import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer, type Receiver, startReceiver } from "../runs/testing/servers.ts";
import { createAssistant, type OpenAssistant } from "./assistant.ts";
import { failureTexts } from "../testing/failure-texts.ts";

/** Long enough for what comes before the wait, on a busy machine too. */
const LIMIT_MS = 1500;
let receiver: Receiver;
let assistant: OpenAssistant;
let impatient: OpenAssistant;
beforeAll(async () => {
  receiver = await startReceiver();
  const settings = { url: `${receiver.url}/v1`, key: "sk-secret", model: "small" };
  assistant = createAssistant(settings);
  impatient = createAssistant(settings, LIMIT_MS);
});
afterAll(() => Promise.all([assistant.close(), impatient.close(), receiver.close()]));

const saying = (content: unknown) => answer(200, JSON.stringify({ choices: [{ message: { content } }] }));

describe("what a model says", () => {
  it.each<[what: string, content: unknown, text: string]>([
    ["is a text", " Call Ana. ", "Call Ana."],
    [
      "may come in parts",
      [
        { type: "text", text: "Call " },
        { type: "text", text: "Ana." },
      ],
      "Call Ana.",
    ],
    [
      "is not what it thinks",
      [
        { type: "thinking", thinking: "Hm." },
        { type: "text", text: "Call Ana." },
      ],
      "Call Ana.",
    ],
    ["can be stored", "Call\u0000 Ana\uD83D.", "Call Ana."],
  ])("%s", async (_, content, text) => {
    receiver.next(saying(content));
    expect(await assistant.ask({ system: "", user: "" }, "k")).toEqual({ ok: true, text });
  });
});

describe("an answer of an assistant", () => {
  it.each<[what: string, given: Parameters<Receiver["next"]>[0], isPermanent: boolean, words: string]>([
    ["refuses the key, and never ends", (response) => void response.writeHead(401).write("{"), true, "(401)"],
    ["refuses the question, and never ends", (response) => void response.writeHead(400).write("{"), true, "400"],
    ["is about too many questions", answer(429, "", { "retry-after": "7" }), false, "(429)"],
    ["is ten megabytes of an outage", answer(503, "x".repeat(10_000_000)), false, "(503)"],
    ["is ten megabytes", answer(200, "x".repeat(10_000_000)), false, "cannot be read"],
    [
      "breaks off",
      (response) => void response.writeHead(200).write("{", () => response.destroy()),
      false,
      "cannot be read",
    ],
    ["never ends", (response) => void response.writeHead(200).write("{"), false, "cannot be read"],
    ["says nothing", saying("  "), false, "cannot be read"],
    ["has no parts of text", saying([{ type: "text" }, null, 7]), false, "cannot be read"],
    ["is a list", answer(200, "[]"), false, "cannot be read"],
    ["never comes", () => undefined, false, "did not answer in time"],
    ["leads elsewhere", answer(307, "", { location: "http://127.0.0.1:1/" }), true, "307"],
  ])("that %s", async (what, given, isPermanent, words) => {
    receiver.next(given);
    const before = receiver.requests.length;
    const asked = await (what.includes("never") ? impatient : assistant).ask({ system: "", user: "" }, "k");
    expect(asked).toMatchObject({ ok: false, isPermanent });
    expect(failureTexts(asked)[0]).toContain(words);
    expect(receiver.requests).toHaveLength(before + 1);
  });

  it("says when to ask again", async () => {
    receiver.next(answer(429, "", { "retry-after": "7" }));
    expect(await assistant.ask({ system: "", user: "" }, "k")).toMatchObject({ retryAfterMs: 7000 });
  });
});
