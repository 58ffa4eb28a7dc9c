import { expect, describe, it } from "vitest";
import { createCallGate } from "../call-gate.ts";
import { act, addDeal, automation, DONE, off } from "../testing/acting.ts";
import { startWorld } from "../testing/world.ts";

describe("a webhook whose address did not answer its automation three times", () => {
  it("is put off without an attempt, says why, and is sent once the address may be called again", async () => {
    let now = Date.now();
    const world = await startWorld({ gate: createCallGate(4, { now: () => now, random: () => 0 }) });
    const { id } = await automation(world, "webhook", { url: world.receiver.url });
    world.receiver.next((response) => response.destroy());
    await addDeal(world);
    await world.work();
    for (let times = 1; times < 3; times += 1) {
      world.receiver.next((response) => response.destroy());
      await world.pass((await world.run(id)).id);
    }
    const tried = await world.run(id);
    expect(tried).toMatchObject({ status: "waiting", attempts: 3 });
    const before = world.receiver.requests.length;
    const stepsOf = async () => (await world.call("GET", `/automations/${id}/runs/${tried.id}`)).body.data.steps;
    const steps = await stepsOf();
    await world.pass(tried.id);
    const run = await world.run(id);
    expect(run).toMatchObject({
      status: "waiting",
      attempts: 3,
      currentNodeId: "act",
      lastError: expect.stringMatching(/^127\.0\.0\.1:\d+ did not answer several times in a row/),
    });
    expect(run.nextAttemptAt?.getTime()).toBeGreaterThan(now + 20_000);
    expect(await stepsOf()).toEqual(steps);
    expect(world.receiver.requests).toHaveLength(before);

    await off(world, id);
    // Another automation may be answered where this one is not.
    expect((await act(world, "webhook", { url: world.receiver.url })).run).toMatchObject(DONE);
    expect(world.receiver.requests).toHaveLength(before + 1);
    expect(await world.run(id)).toMatchObject({ status: "waiting", attempts: 3 });

    await world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } });
    now += 30_000;
    await world.pass(run.id);
    expect(await world.run(id)).toMatchObject(DONE);
    expect(world.receiver.requests).toHaveLength(before + 2);
    await world.close();
  });
});
