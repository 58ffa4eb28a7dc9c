import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createClient, type Client } from "@trilho/api-client";
import { chain } from "../support/graphs.ts";
import { databaseOf, dataIn, isAlive, keyOf, startRefused, type RunningServer } from "../support/server.ts";
import { expect, SMOKE, test } from "../support/test.ts";

const DEMO = ["Proposal follow-up", "Share out new leads", "Welcome a new lead", "Won deal: hand over to delivery"];

const clientOf = (server: RunningServer): Client => createClient({ baseUrl: server.url, apiKey: keyOf(server) });

async function namesOf(server: RunningServer): Promise<string[]> {
  const { items } = await clientOf(server).automations.list();
  return items.map(({ name }) => name).toSorted();
}

test(
  "a first start makes a demo and prints one link, which opens it connected and without problems",
  { tag: SMOKE },
  async ({ page, dataDir, start, automationsPage, builder }) => {
    const server = await start();
    expect(server.output().match(/https?:\/\/\S+/g)).toEqual([server.link]);
    expect(server.output()).toContain(dataIn(dataDir));

    await page.goto(server.link);
    await expect(automationsPage.heading).toBeVisible();
    await expect(page).toHaveURL(`${server.url}/`);
    const links = automationsPage.table.getByRole("link");
    await expect(links).toHaveCount(DEMO.length);
    expect((await links.allInnerTexts()).toSorted()).toEqual(DEMO);
    for (const name of DEMO) {
      await automationsPage.link(name).click();
      await expect(builder.name).toHaveValue(name);
      await expect(builder.canvas.steps.first()).toBeVisible();
      await expect(builder.problems.root.getByText("No problems")).toBeVisible();
      await page.goBack();
    }
    await page.reload();
    await expect(automationsPage.table).toBeVisible();
  },
);

test("data and key outlive Ctrl-C, which ends the database as well, and a kill", async ({ dataDir, start }) => {
  const first = await start();
  const embedded = first.output().includes("embedded PostgreSQL");
  const database = await databaseOf(dataDir);
  expect(database !== null).toBe(embedded);
  await clientOf(first).automations.create({
    name: "Mine",
    triggerType: "deal_created",
    graphDefinition: chain(),
  });
  expect(await first.stop("SIGINT")).toMatchObject({ code: 0 });
  await expect.poll(() => database !== null && isAlive(database)).toBe(false);

  const second = await start();
  expect(keyOf(second)).toBe(keyOf(first));
  expect(await namesOf(second)).toContain("Mine");
  await clientOf(second).automations.create({ name: "Later", triggerType: "deal_created", graphDefinition: chain() });
  expect(await second.stop("SIGKILL")).toMatchObject({ code: null });

  const third = await start();
  expect(await namesOf(third)).toEqual([...DEMO, "Later", "Mine"].toSorted());
  expect(await third.stop("SIGINT")).toMatchObject({ code: 0 });
  expect(await databaseOf(dataDir)).toBeNull();
});

test("a corrupt data folder is refused by its name and left as it is; fixed, it opens with its data", async ({
  dataDir,
  start,
}) => {
  const first = await start();
  await first.stop();
  const control = join(dataIn(dataDir), "postgres", "global", "pg_control");
  const whole = await readFile(control);
  const broken = Buffer.from("not a database");
  await writeFile(control, broken);
  const before = await readdir(dataIn(dataDir), { recursive: true });

  const refused = await startRefused({ dataDir });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(dataIn(dataDir));
  expect(await readFile(control)).toEqual(broken);
  expect(await readdir(dataIn(dataDir), { recursive: true })).toEqual(expect.arrayContaining(before));
  expect(await databaseOf(dataDir)).toBeNull();

  await writeFile(control, whole);
  expect(await namesOf(await start())).toEqual(DEMO);
});

test("a folder of somebody else's files is refused by its name, and gets none of ours", async ({ dataDir }) => {
  await writeFile(join(dataDir, "letters.txt"), "Dear Ana");
  const refused = await startRefused({ dataDir, env: { TRILHO_DATA_DIR: dataDir } });
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(dataDir);
  expect(await readdir(dataDir)).toEqual(["letters.txt"]);
});
