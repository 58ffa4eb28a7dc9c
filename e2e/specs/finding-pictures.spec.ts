import { asking, inLine, type Graph } from "../support/graphs.ts";
import { expectPicture } from "../support/picture.ts";
import { expect, test } from "../support/test.ts";
import { wordsOf } from "../support/texts.ts";

/* The pictures of the guides to findings, each with the names of the two automations that it shows. */

const GUIDES = [
  {
    language: "en",
    colorScheme: "light",
    loop: ["Go on at once", "Go back to ask"],
    "answer-taken": ["Invite to a visit", "Ask for the budget"],
    "opposite-writes": ["Mark new deals", "Clean up tags"],
    steps: { on: "Go on", back: "Go back", question: "The question", mark: "Mark it", off: "Take it off" },
    texts: ["Would you like a visit?", "Is the budget settled?"],
  },
  {
    language: "pt-BR",
    colorScheme: "dark",
    loop: ["Seguir na hora", "Voltar para perguntar"],
    "answer-taken": ["Convidar para uma visita", "Perguntar do orçamento"],
    "opposite-writes": ["Marcar negócios novos", "Limpar tags"],
    steps: { on: "Seguir", back: "Voltar", question: "A pergunta", mark: "Marcar", off: "Tirar" },
    texts: ["Quer fazer uma visita?", "O orçamento já está certo?"],
  },
] as const;

type Act = "add_tag" | "remove_tag" | "move_stage";
const acting = (actionType: Act, config: object, label: string): Graph =>
  inLine({ id: "act", type: "action", actionType, config: { ...config, ui: { label } } }, { id: "end", type: "end" });

const entered = (stageId: string) => ({ triggerType: "stage_entered", triggerConfig: { stageId } });
const CREATED = { triggerType: "deal_created" };

for (const { language, colorScheme, steps, texts, ...names } of GUIDES) {
  test.describe(`findings look as the guide shows them, in ${language}`, () => {
    test.use({
      locale: language,
      colorScheme,
      timezoneId: "America/Sao_Paulo",
      viewport: { width: 1440, height: 900 },
    });
    const made: string[] = [];
    test.beforeEach(async ({ demo: { api } }) => {
      const tagId = (await api.tags.list())[0]?.id ?? "";
      const stages = (await api.pipelines.list())[0]?.stages.filter(({ isWon, isLost }) => !isWon && !isLost);
      const [one = "", other = ""] = stages?.map(({ id }) => id) ?? [];
      const tagIds = [tagId];
      const [on, back, visit, budget, mark, off] = [
        ...names.loop,
        ...names["answer-taken"],
        ...names["opposite-writes"],
      ];
      const automations = [
        { name: on, ...entered(one), graphDefinition: acting("move_stage", { targetStageId: other }, steps.on) },
        { name: back, ...entered(other), graphDefinition: acting("move_stage", { targetStageId: one }, steps.back) },
        { name: visit, ...CREATED, graphDefinition: asking(texts[0], tagId, steps.question) },
        { name: budget, ...CREATED, graphDefinition: asking(texts[1], tagId, steps.question) },
        { name: mark, ...CREATED, graphDefinition: acting("add_tag", { tagIds }, steps.mark) },
        { name: off, ...CREATED, graphDefinition: acting("remove_tag", { tagIds }, steps.off) },
      ];
      for (const automation of automations)
        made.push((await api.automations.create({ ...automation, enabled: true })).id);
    });
    test.afterEach(async ({ demo: { api } }) => {
      for (const id of made.splice(0)) await api.automations.delete(id);
    });

    for (const [kind, [one, other]] of Object.entries(names)) {
      test(kind, async ({ page, demo }) => {
        const say = wordsOf(language);
        await page.goto(`${demo.url}/interactions#key=${demo.key}`);
        const card = page
          .getByRole("article")
          .filter({ hasText: say("interactions", `kind.${kind}`) })
          .filter({ hasText: one })
          .filter({ hasText: other });
        await card.getByRole("button", { name: say("interactions", "play") }).click();
        await card.getByRole("button", { name: say("simulate", "timeline.last") }).click();
        await expectPicture(card, page, `finding-${kind}-${language}-wide-${colorScheme}.png`);
        await expect(card).toBeVisible();
      });
    }
  });
}
