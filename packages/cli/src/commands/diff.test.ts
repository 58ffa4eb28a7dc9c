import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { file, folder, sound, trilho, withFiles } from "../testing/trilho.ts";

withFiles();

describe("trilho diff", () => {
  it("tells what differs and which runs take another path", async () => {
    const after = {
      ...sound,
      nodes: sound.nodes.map((node) =>
        node.id === "size" ? JSON.parse(JSON.stringify(node).replace("1000", "9000")) : node,
      ),
    };
    const { code, out } = await trilho(["diff", file(sound), file(after)]);
    expect(code).toBe(1);
    expect(out).toContain("~ node size\n    /condition/branches/0/query/rules/0/value: 1000 → 9000\n");
    expect(out).toMatch(/\d of \d compared runs go(es)? another way/);
  });

  it("finds none between a graph and itself", async () => {
    expect(await trilho(["diff", file(sound), file({ graphDefinition: sound })])).toEqual({
      code: 0,
      out: "No differences.\n",
      err: "",
    });
    expect((await trilho(["diff", file(sound), join(folder, "none.json")])).code).toBe(2);
  });
});
