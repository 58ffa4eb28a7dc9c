// One process at runs, or at the queue's empty jobs.
import PgBoss from "pg-boss";
import { fail, openParts, runnerOn } from "./parts.ts";
import { EMPTY_QUEUE, type Message, type Order } from "./protocol.ts";

const order = JSON.parse(process.argv[2] ?? "") as Order;
const tell = (message: Message): void => void process.send?.(message);

const begin = order.kind === "ours" ? await ours(order) : await empty(order);
process.on("message", (asked) => {
  if (asked === "begin") return void begin();
  const { user, system } = process.cpuUsage();
  tell({ cpuUs: user + system });
});
process.on("disconnect", () => process.exit(0));
tell("ready");

async function ours({ databaseUrl, serverSecret, concurrency }: Order): Promise<() => Promise<unknown>> {
  const runner = runnerOn(await openParts(databaseUrl, serverSecret), concurrency);
  return () => runner.start();
}

/** As fast as its workers go: each looks for the next job at once. */
async function empty({ databaseUrl, concurrency }: Order): Promise<() => Promise<unknown>> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 10, schedule: false });
  boss.on("error", fail);
  await boss.start();
  return async () => {
    for (let count = 0; count < concurrency; count += 1) {
      const id: string = await boss.work(EMPTY_QUEUE, { pollingIntervalSeconds: 0.5, batchSize: 1 }, async () => {
        boss.notifyWorker(id);
      });
    }
  };
}
