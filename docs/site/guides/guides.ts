import type { InBoth } from "../reference/language.ts";

type Guide = readonly [path: string, ...names: InBoth];

/**
 * The guides for those who draw automations and live with them, and the reference, in groups: pages of both languages, by
 * their paths below `docs` and below `docs/pt`.
 */
export const GUIDES: readonly { readonly group: InBoth; readonly guides: readonly Guide[] }[] = [
  {
    group: ["Start", "Comece aqui"],
    guides: [
      ["tour", "In five minutes", "Em cinco minutos"],
      ["concepts", "Concepts", "Conceitos"],
      ["playground", "The playground", "O playground"],
    ],
  },
  {
    group: ["Reference", "Referência"],
    guides: [
      ["reference/triggers", "Triggers", "Gatilhos"],
      ["reference/actions", "Actions", "Ações"],
      ["reference/steps", "Steps and exits", "Passos e saídas"],
      ["reference/conditions", "Conditions", "Condições"],
      ["reference/variables", "Variables in texts", "Variáveis nos textos"],
      ["reference/problems", "Problems", "Problemas"],
    ],
  },
  {
    group: ["How it behaves", "Como funciona"],
    guides: [
      ["triggers", "What starts an automation", "O que inicia uma automação"],
      ["automations", "Automations at work", "Automações no dia a dia"],
      ["findings", "Findings", "Ocorrências"],
      ["channels", "Channels", "Canais"],
    ],
  },
];

/** The same for those who build with it. */
export const FOR_DEVELOPERS: readonly Guide[] = [["runs", "The life of a run", "A vida de uma execução"]];

/** The files of both languages, the home among them: `tour.md`. */
export const filesInBoth = (): string[] => [
  "index.md",
  ...[...GUIDES.flatMap(({ guides }) => guides), ...FOR_DEVELOPERS].map(([path]) => `${path}.md`),
];
