import { AutomationsPage } from "../pages/automations-page.ts";
import { branched } from "../support/graphs.ts";
import { keyOf } from "../support/server.ts";
import { expect, SMOKE, test } from "../support/test.ts";

test(
  "switching to Portuguese changes everything at once, durations, plurals and problems too, and stays",
  { tag: SMOKE },
  async ({ page, builder, given }) => {
    await given(branched());
    await builder.canvas.selectEdge(builder.canvas.edge("Share out", "Done", "exit: Bia"));
    await page.keyboard.press("Delete");
    await builder.canvas.select("Give it time");
    await builder.problems.open();
    await expect(builder.problems.row("“Share out”: the exit “Bia” leads nowhere.")).toBeVisible();

    await page.getByRole("button", { name: "Language", exact: true }).click();
    await page.getByRole("menuitemradio", { name: "Português (Brasil)" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
    await expect(page.getByRole("button", { name: "Publicar", exact: true })).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Alterações não publicadas" })).toBeVisible();
    const problems = page.getByRole("region", { name: "Problemas" });
    await expect(problems).toContainText("1 erro");
    await expect(problems).toContainText("“Share out”: a saída “Bia” não leva a lugar nenhum.");
    await expect(page.getByRole("button", { name: /^Give it time, passo \d+ de \d+$/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Give it time, passo/ })).toContainText("Esperar 2 dias");
    const settings = page.getByRole("region", { name: "Configurações do passo" });
    await settings.getByRole("textbox", { name: "Esperar", exact: true }).fill("1,5");
    await expect(settings).toContainText("1 dia 12 h");
    await settings.getByRole("textbox", { name: "Esperar", exact: true }).fill("1");
    await expect(page.getByRole("button", { name: /^Give it time, passo/ })).toContainText("Esperar 1 dia");
    await expect(page.getByRole("button", { name: /^Desfazer: Alterar “?Give it time/ })).toBeVisible();

    await page.reload();
    await expect(page.getByRole("button", { name: "Publicar", exact: true })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "pt-BR");
    await page.getByRole("button", { name: "Idioma", exact: true }).click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await expect(page.getByRole("button", { name: "Publish", exact: true })).toBeVisible();
  },
);

for (const [language, kept] of [
  ["English", "Draft on this device"],
  ["Português (Brasil)", "Rascunho neste dispositivo"],
] as const) {
  test(`the header of an automation has one row in ${language}, however narrow a desktop is`, async ({
    page,
    given,
  }) => {
    await given(branched(), { name: "Welcome every new lead of the campaign" });
    await page.getByRole("button", { name: "Language", exact: true }).click();
    await page.getByRole("menuitemradio", { name: language }).click();
    await page.context().setOffline(true);
    await page.getByRole("textbox", { name: /Name of the automation|Nome da automação/ }).fill("Welcome all new leads");
    await expect(page.getByText(kept)).toBeVisible({ timeout: 20_000 });
    for (const width of [1440, 1366, 1280, 1152]) {
      await page.setViewportSize({ width, height: 800 });
      const room = await page.locator("header").evaluate(({ clientHeight, clientWidth, scrollWidth, children }) => ({
        isOneRow: clientHeight <= 56 && [...children].every((child) => child.clientHeight <= 40),
        isWithin: scrollWidth <= clientWidth,
      }));
      expect(room, `${width} px`).toEqual({ isOneRow: true, isWithin: true });
    }
  });
}

test.describe("a browser that speaks Portuguese", () => {
  test.use({ locale: "pt-BR", timezoneId: "America/Sao_Paulo" });

  test("is met in Portuguese from the first screen on, with its dates", async ({ page, server, keys, api }) => {
    await page.goto(server.url);
    await expect(page.getByRole("heading", { name: "Conecte-se ao seu CRM" })).toBeVisible();
    const name = `Em português ${Date.now()}`;
    await api.automations.create({ name, triggerType: "deal_created", graphDefinition: branched() });
    await page.goto(`${server.url}/#key=${keys.owner}`);
    await expect(page.getByRole("heading", { name: /^Automações/, level: 1 })).toBeVisible();
    const row = page.getByRole("row", { name });
    await expect(row).toContainText("6 passos");
    await expect(row).toContainText("Negócio criado");
    await expect(row).toContainText(/agora|há \d+ minutos?/);
    await page.getByRole("link", { name }).click();
    await expect(page.getByRole("button", { name: "Publicar", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Simular", exact: true }).click();
    await expect(page.getByRole("region", { name: "Simular" })).toContainText("Concluída");
  });

  test("and in English, if that is what was chosen on this device", async ({ page, server, keys }) => {
    await page.addInitScript(() => localStorage.setItem("trilho.language", "en"));
    const list = new AutomationsPage(page);
    await list.open(server.url, keys.owner);
    await expect(list.newAutomation).toBeVisible();
  });
});

test.describe("in Portuguese", () => {
  test.use({ locale: "pt-BR" });

  test("each automation of the demo says what to try with it", async ({ page, start }) => {
    const server = await start();
    for (const [name, hint] of [
      ["Welcome a new lead", "clique em Simular e responda à saudação"],
      ["Proposal follow-up", "clique em Simular e mova a linha do tempo"],
      ["Share out new leads", "clique em Simular e simule muitos negócios"],
      ["Won deal: hand over to delivery", "coloque um endereço seu em “Tell the ERP”"],
    ] as const) {
      await page.goto(`${server.url}/#key=${keyOf(server)}`);
      await page.getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("status").filter({ hasText: "Para experimentar:" })).toContainText(hint);
    }
    // On a phone the cross stands beside these words, and not below.
    await page.setViewportSize({ width: 360, height: 740 });
    const words = page.getByRole("status").filter({ hasText: "Para experimentar:" });
    const cross = words.locator("..").getByRole("button", { name: "Fechar" });
    await expect
      .poll(async () => {
        const [said, pressed] = [await words.boundingBox(), await cross.boundingBox()];
        return said !== null && pressed !== null && pressed.y + pressed.height <= said.y + said.height;
      })
      .toBe(true);
  });
});
