import { describe, expect, it } from "vitest";
import { applyFixes } from "./validate/apply-fixes.ts";
import { action, end, graph, trigger } from "./testing/graphs.ts";
import { validateGraph } from "./validate/validate.ts";

const asking = (config: object, ...lines: string[]) =>
  graph(
    [trigger(), action("ask", "send_whatsapp", { text: "Shall I call?", ...config }), end()],
    ["start > ask", "ask timeout> done", ...lines],
  );
const told = (definition: unknown) =>
  validateGraph(definition).problems.filter(({ code }) => code === "text-reply-without-buttons");

describe("text_reply", () => {
  it.each<[string, object, number]>([
    ["without buttons", { awaitReply: true }, 1],
    ["with an empty list of buttons", { awaitReply: true, buttons: [] }, 1],
    ["with buttons", { buttons: [{ id: "yes" }] }, 0],
    ["with buttons that cannot be read: problems of their own", { awaitReply: true, buttons: [5] }, 0],
    ["where no reply is awaited: an error of its own", {}, 0],
  ])("%s", (_, config, count) => expect(told(asking(config, "ask text_reply> done"))).toHaveLength(count));

  it("is told at the connection", () => {
    expect(told(asking({ awaitReply: true }, "ask text_reply> done"))[0]).toMatchObject({
      path: "/edges/2/sourceHandle",
      nodeId: "ask",
      message:
        "“Send WhatsApp: Shall I call?” offers no buttons, so “Text reply” is never taken: every reply takes “Any reply”.",
    });
  });

  it("becomes `replied` where no reply leads on yet: nothing that was drawn is lost", () => {
    const { applied, report } = applyFixes(asking({ awaitReply: true }, "ask text_reply> done"), "safe");
    expect(applied.map(({ fix }) => fix.title)).toEqual(["Take every reply there"]);
    expect(report.definition?.edges?.[2]).toEqual({ source: "ask", target: "done", sourceHandle: "replied" });
    expect(report.problems).toEqual([]);
  });

  it.each(["replied", "next"])("may be removed where replies leave by %s already, if a person says so", (handle) => {
    const [problem] = told(asking({ awaitReply: true }, "ask text_reply> done", `ask ${handle}> done`));
    expect(problem?.fixes).toMatchObject([{ safe: false, patch: [{ op: "remove", path: "/edges/2" }] }]);
  });
});
