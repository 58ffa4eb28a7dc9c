import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { insertEmptyAutomation } from "../testing/run-cases.ts";

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

const nodes = () => opened.db.selectFrom("round_robins").select("node_id").execute();
const turnOf = (row: { workspace_id: string; automation_id: string }) =>
  opened.db
    .insertInto("round_robins")
    .values({ ...row, node_id: "turn", is_test: false, state: "{}" })
    .execute();

describe("the next exit of a round robin", () => {
  it("goes with its automation, and is of none that is not there", async () => {
    const row = await insertEmptyAutomation(opened.db);
    await turnOf(row);
    expect(await nodes()).toHaveLength(1);
    await opened.store.automations.delete(row.workspace_id, row.automation_id, { memberId: "m", keyId: "k" });
    expect(await nodes()).toEqual([]);
    await expect(turnOf(row)).rejects.toMatchObject({ code: "23503" });
  });
});
