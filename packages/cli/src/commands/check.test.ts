import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { broken, file, folder, sound, trilho, withFiles } from "../testing/trilho.ts";

withFiles();

let count = 0;
/** A folder with a file for each automation, by its name. */
function folderOf(files: Readonly<Record<string, unknown>>): string {
  count += 1;
  const path = join(folder, `folder-${count}`);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(path, name, ".."), { recursive: true });
    writeFileSync(join(path, name), typeof content === "string" ? content : JSON.stringify(content, null, 2));
  }
  return path;
}

const automation = (actionType: string, more: object = {}) => ({
  name: actionType,
  triggerType: "deal_created",
  graphDefinition: {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "tag", type: "action", actionType, config: { tagIds: ["tg_new"] } },
      { id: "done", type: "end" },
    ],
    edges: [
      { source: "start", target: "tag" },
      { source: "tag", target: "done" },
    ],
  },
  ...more,
});

const moving = (id: string, triggerType: string, targetStageId: string, triggerConfig: object = {}) => ({
  id,
  triggerType,
  triggerConfig,
  graphDefinition: {
    version: 2,
    nodes: [
      { id: "start", type: "trigger" },
      { id: "move", type: "action", actionType: "move_stage", config: { targetStageId } },
    ],
    edges: [{ source: "start", target: "move" }],
  },
});

/** No deal is both. */
const never = {
  combinator: "and",
  rules: ["open", "won"].map((value) => ({ field: "deal.status", operator: "=", value })),
};

const CONFLICT = { "adds.json": automation("add_tag"), "deep/removes.json": automation("remove_tag") };

describe("trilho check", () => {
  it("tells what automations of a folder do to each other, at the first of them", async () => {
    const path = folderOf(CONFLICT);
    expect(await trilho(["check", path])).toEqual({
      code: 1,
      err: "",
      out: `${join(path, "adds.json")}
  11:7  warning  “add_tag” adds the tag “tg_new”, and “remove_tag” takes it off at once.  opposite-writes

0 errors, 1 warning in 2 files.
`,
    });
  });

  it.each<[string, Readonly<Record<string, unknown>>, number]>([
    ["one automation alone", { "a.json": automation("add_tag") }, 0],
    ["other JSON beside it", { "a.json": automation("add_tag"), "package.json": { name: "x" } }, 0],
    ["what packages keep", { "a.json": automation("add_tag"), "node_modules/b.json": automation("remove_tag") }, 0],
    ["a graph that is broken", { "a.json": automation("add_tag", { graphDefinition: broken }) }, 1],
    ["a trigger that is", { "a.json": automation("add_tag", { scope: "moon" }) }, 1],
    ["what nothing can start", { "a.json": automation("add_tag", { conditions: never }) }, 1],
    [
      "answers of the API",
      { "a.json": { data: automation("add_tag") }, "b.json": { data: automation("remove_tag") } },
      1,
    ],
    ["a graph without its automation", { "a.json": sound }, 0],
    ["what is no JSON", { "a.json": "{" }, 2],
    ["nothing", { "readme.md": "" }, 0],
  ])("%s", async (_, files, code) => {
    expect((await trilho(["check", folderOf(files)])).code).toBe(code);
  });

  it("says what is known of nobody, and what may be", async () => {
    const conditions = { combinator: "and", rules: [{ field: "company.industry", operator: "=", value: "Retail" }] };
    const { out, code } = await trilho([
      "check",
      folderOf({
        "a.json": automation("add_tag", { conditions }),
        "b.json": automation("remove_tag", { conditions }),
        "c.json": automation("add_tag", { graphDefinition: { version: 2, nodes: [] } }),
        "d.json": sound,
      }),
    ]);
    expect(code).toBe(1);
    expect(out).toContain("1 graph without a trigger of its own");
    expect(out).toContain("Not known what these do to others: c.");
    expect(out).toContain("1 finding more that may be, and could not be shown.");
  });

  it("reads YAML, with the line of each problem, and leaves what lies beside automations", async () => {
    const path = folderOf({
      "automations/a.yaml": `name: A # first
triggerType: deal_created
scope: moon
graphDefinition: ${JSON.stringify(sound)}
`,
      "automations/b.yml": "name: [",
      "workspace.yaml": "tags: []",
    });
    const { code, out, err } = await trilho(["check", path]);
    expect(code).toBe(2);
    expect(out).toContain(`${join(path, "automations/a.yaml")}\n  3:1  error`);
    expect(err).toContain(`${join(path, "automations/b.yml")}:1:8: `);
  });

  it("reports in SARIF with the line, and in Portuguese", async () => {
    const { out } = await trilho(["check", folderOf(CONFLICT), "--format", "sarif", "--lang=pt-BR"]);
    const [result] = JSON.parse(out).runs[0].results;
    expect(result.ruleId).toBe("opposite-writes");
    expect(result.message.text).toMatch(/logo em seguida/);
    expect(result.locations[0].physicalLocation.region.startLine).toBe(11);
  });

  it("knows which stages win deals where pipelines are given", async () => {
    const path = folderOf({
      "wins.json": moving("wins", "stage_entered", "won", { stageId: "new" }),
      "reopens.json": moving("reopens", "deal_won", "new"),
    });
    const stages = [{ id: "new" }, { id: "won", isWon: true }, { id: "lost", isLost: true }];
    const pipelines = file({ data: [{ id: "sales", stages }], message: null });
    expect((await trilho(["check", path])).out).not.toContain("loop");
    expect((await trilho(["check", path, "--pipelines", pipelines])).out).toContain("loop");
  });

  it.each<[string, string[]]>([
    ["no folder", []],
    ["two", ["a", "b"]],
    ["one that is not there", ["/nowhere/at/all"]],
  ])("does not understand %s", async (_, args) => {
    expect((await trilho(["check", ...args])).code).toBe(2);
  });
});
