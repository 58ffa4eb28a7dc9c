// The server as it is started. On request of its parent it reports how long its processor was busy since the last request:
// between two turns of the event loop at most, and in all, in ms.
import "../main.ts";
import { performance } from "node:perf_hooks";
import type { Busy } from "./measured.ts";

let busy: Busy = { longestBlock: 0, total: 0 };
let [cpu, wall] = [process.cpuUsage(), performance.now()];

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
  process.send?.(busy);
  busy = { longestBlock: 0, total: 0 };
});
