import { expect, describe, it } from "vitest";
import { createCallGate } from "../call-gate.ts";
import { act, addDeal, automation, DONE, off } from "../testing/acting.ts";
import { startWorld } from "../testing/world.ts";

describe("a webhook whose address did not answer three times", () => {
  it("is put off without an attempt, says why, and is sent once the address may be called again", async () => {
    let now = Date.now();
    const world = await startWorld({ gate: createCallGate(4, { now: () => now, random: () => 0 }) });
    for (let times = 0; times < 3; times += 1) {
      world.receiver.next((response) => response.destroy());
      const { run } = await act(world, "webhook", { url: world.receiver.url });
      expect(run).toMatchObject({ status: "waiting", attempts: 1 });
    }
    const before = world.receiver.requests.length;
    const { id } = await automation(world, "webhook", { url: world.receiver.url });
    await addDeal(world);
    await world.work();
    const run = await world.run(id);
    expect(run).toMatchObject({
      status: "waiting",
      attempts: 0,
      currentNodeId: "act",
      lastError: expect.stringMatching(/^127\.0\.0\.1:\d+ did not answer several times in a row/),
    });
    expect(run.nextAttemptAt?.getTime()).toBeGreaterThan(now + 20_000);
    const { steps } = (await world.call("GET", `/automations/${id}/runs/${run.id}`)).body.data;
    expect(steps.map(({ nodeId }: { nodeId: string }) => nodeId)).toEqual(["start"]);
    expect(world.receiver.requests).toHaveLength(before);
    now += 30_000;
    await world.pass(run.id);
    await off(world, id);
    expect(await world.run(id)).toMatchObject(DONE);
    expect(world.receiver.requests).toHaveLength(before + 1);
    await world.close();
  });
});
