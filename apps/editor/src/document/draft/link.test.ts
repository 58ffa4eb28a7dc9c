import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { graph } from "../testing.ts";
import { blankDraft, type Draft } from "./draft.ts";
import { holdsLink, linkOf, MAX_LINK, readLink } from "./link.ts";

const draft = (change: Partial<Draft["settings"]> = {}, definition: unknown = graph("t>a")): Draft => ({
  settings: { ...blankDraft("Olá, VIPs 👋").settings, triggerType: "deal_won", ...change },
  kept: { outboundChannelId: null, conditions: null },
  definition,
});

/** A link around anything. */
const around = (json: string | Buffer): string => `#automation=1.${deflateSync(json).toString("base64url")}`;
const text = (value: unknown): string => around(JSON.stringify(value));

/** Letters that do not compress. */
function noise(length: number): string {
  let seed = 1;
  const letter = (): string => {
    seed = (seed * 48_271) % 2_147_483_647;
    return String.fromCharCode(97 + (seed % 26));
  };
  return Array.from({ length }, letter).join("");
}

const saying = (words: string): Draft =>
  draft({}, graph("t>a", { a: { type: "action", actionType: "webhook", config: { body: words } } }));

test("a link holds the definition, the name and what starts it, in characters that stay as they are", async () => {
  const link = await linkOf(draft());
  expect(link).toMatch(/^#automation=1\.[\w-]+$/);
  expect(await readLink(link ?? "", "")).toEqual({ ok: true, draft: draft() });
});

test("the address that a service gave the automation stays out of a link", async () => {
  const link = await linkOf(
    draft({ triggerType: "webhook_received", triggerConfig: { hookToken: "t0ken", field: 1 } }),
  );
  const read = await readLink(link ?? "", "");
  expect(read.ok && read.draft.settings.triggerConfig).toEqual({ field: 1 });
});

test("nothing is linked that cannot be drawn, or is too long", async () => {
  expect(await linkOf(draft({}, { nodes: "none" }))).toBeNull();
  expect(await linkOf(saying(noise(2 * MAX_LINK)))).toBeNull();
  expect((await linkOf(saying(noise(MAX_LINK))))?.length).toBeLessThan(MAX_LINK);
});

test.each([
  ["", false],
  ["#content", false],
  ["#automation", false],
  ["#automation=", true],
])("the fragment %j claims to hold an automation: %s", (hash, claims) => {
  expect(holdsLink(hash)).toBe(claims);
});

const LINK = text({ name: "A", graphDefinition: graph("t>a") });
const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
const many = Array.from({ length: 1001 }, (_, index) => ({ id: `n${index}`, type: "wait" }));

test.each([
  ["nothing", "#automation=", "broken"],
  ["no version", "#automation=x.abc", "broken"],
  ["a later version", LINK.replace("=1.", "=2."), "newer"],
  ["no base64", "#automation=1.%%%", "broken"],
  ["its end cut off", LINK.slice(0, -12), "broken"],
  ["one character changed", LINK.replace(/.(?=.{9}$)/, (char) => (char === "A" ? "B" : "A")), "broken"],
  ["no text", around(Buffer.from([0xff, 0xfe])), "broken"],
  ["no JSON", around("{"), "broken"],
  ["no automation", text({ hello: "world" }), "broken"],
  ["steps that cannot be drawn", text({ graphDefinition: { nodes: [{ id: 1 }] } }), "broken"],
  ["more steps than are drawn at once", text({ nodes: many, edges: [] }), "tooBig"],
  ["lists in lists without end", around(`{"nodes":[],"x":${nested}}`), "tooBig"],
  ["a gigabyte in few bytes", around(JSON.stringify({ nodes: [], note: "x".repeat(30_000_000) })), "tooBig"],
  ["more than a link may", `#automation=1.${"A".repeat(MAX_LINK)}`, "tooBig"],
])("a link with %s is refused", async (_name, hash, reason) => {
  expect(await readLink(hash, "")).toEqual({ ok: false, reason });
});

test("brackets in texts are no nesting", async () => {
  const words = `\\"${"[{".repeat(400)}`;
  const read = await readLink((await linkOf(saying(words))) ?? "", "");
  expect(read.ok && read.draft).toEqual(saying(words));
});

test("what a link says of fields that nobody knows is left out, and what is wrong with others is mended", async () => {
  const read = await readLink(text({ name: 7, scope: "galaxy", enabled: true, graphDefinition: graph("t") }), "Linked");
  expect(read).toEqual({
    ok: true,
    draft: {
      settings: blankDraft("Linked").settings,
      kept: { outboundChannelId: null, conditions: null },
      definition: graph("t"),
    },
  });
});
