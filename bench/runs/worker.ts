// One process at runs, or at pg-boss's empty jobs.
import PgBoss from "pg-boss";
import { fail, openParts, runnerOn } from "./parts.ts";
import { EMPTY_QUEUE, type Message, type Order, type Question } from "./protocol.ts";

/** Work that goes on until it is ended. */
interface Work {
  look(): void;
  end(): Promise<unknown>;
}

const order = JSON.parse(process.argv[2] ?? "") as Order;
const begin = order.kind === "ours" ? ours : empty;
const tell = (message: Message): void => void process.send?.(message);
let work: Work | null = null;

process.on("message", (question: Question) => void answer(question));
process.on("disconnect", () => process.exit(0));
tell("ready");

async function answer(question: Question): Promise<void> {
  if (question === "begin") work = await begin(order);
  if (question === "look") work?.look();
  if (question === "end") await work?.end();
  const { user, system } = process.cpuUsage();
  tell({ cpuUs: user + system });
}

async function ours({ databaseUrl, serverSecret, concurrency }: Order): Promise<Work> {
  const parts = openParts(databaseUrl, serverSecret);
  const runner = runnerOn(parts, concurrency);
  runner.start();
  return {
    look: () => runner.wake(),
    async end() {
      await runner.stop(1000);
      await parts.db.destroy();
    },
  };
}

/** As fast as its workers go: each looks for the next job at once. */
async function empty({ databaseUrl, concurrency }: Order): Promise<Work> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 10, schedule: false });
  boss.on("error", fail);
  await boss.start();
  const workers: string[] = [];
  for (let count = 0; count < concurrency; count += 1) {
    const id: string = await boss.work(EMPTY_QUEUE, { pollingIntervalSeconds: 0.5, batchSize: 1 }, async () => {
      boss.notifyWorker(id);
    });
    workers.push(id);
  }
  return {
    look: () => workers.forEach((id) => boss.notifyWorker(id)),
    end: () => boss.stop({ graceful: true, wait: true }),
  };
}
