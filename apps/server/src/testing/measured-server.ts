// The server as it is started. On request of its parent it reports how long its processor was busy since the last request:
// between two turns of the event loop at most, and in all, in ms of an idle core of a common machine.
import "../main.ts";
import { performance } from "node:perf_hooks";
import { slowness } from "../../../../packages/engine/src/testing/processor-time.ts";
import type { Busy } from "./measured.ts";

let busy: Busy = { longestBlock: 0, total: 0 };
let [cpu, wall, before] = [process.cpuUsage(), performance.now(), slowness()];

function look(): void {
  const { user, system } = process.cpuUsage(cpu);
  const spent = (user + system) / 1000;
  // Other threads of the process are busy, too, and other processes keep this one waiting.
  const turn = Math.min(spent, performance.now() - wall);
  busy = { longestBlock: Math.max(busy.longestBlock, turn), total: busy.total + spent };
  [cpu, wall] = [process.cpuUsage(), performance.now()];
}

setInterval(look, 1).unref();
process.on("message", () => {
  look();
  const now = slowness();
  const slow = Math.max(before, now);
  process.send?.({ longestBlock: busy.longestBlock / slow, total: busy.total / slow });
  // What this took itself is not counted.
  busy = { longestBlock: 0, total: 0 };
  [cpu, wall, before] = [process.cpuUsage(), performance.now(), now];
});
