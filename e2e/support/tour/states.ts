/** What a tour shows, one after the other. */
export type State = (typeof STATES)[number];

const STATES = [
  "connect",
  "automations",
  "templates",
  "canvas",
  "condition",
  "message",
  "webhook",
  "round-robin",
  "trigger",
  "settings",
  "commands",
  "add-step",
  "shortcuts",
  "outline",
  "sentences",
  "simulate",
  "deal",
  "answers",
  "tests",
  "cohort",
  "compare",
  "behaviour",
  "conflict",
  "merge",
  "runs",
  "ran",
  "run",
  "flow",
  "outbox",
  "try",
  "waiting",
  "review",
  "problems",
  "fix",
  "blocked",
  "empty",
] as const;

const INSPECTOR = "[data-inspector]";
const DIALOG = '[role="dialog"]';
const SIMULATION = '[data-testid="simulate-panel"]';

/** The part of the page that a state is about, where the rest of it is the same in other states. */
export const PARTS: Readonly<Partial<Record<State, string>>> = {
  condition: INSPECTOR,
  message: INSPECTOR,
  webhook: INSPECTOR,
  "round-robin": INSPECTOR,
  trigger: INSPECTOR,
  settings: DIALOG,
  templates: DIALOG,
  commands: DIALOG,
  "add-step": DIALOG,
  shortcuts: DIALOG,
  conflict: DIALOG,
  blocked: DIALOG,
  try: DIALOG,
  review: '[role="dialog"]',
  deal: SIMULATION,
  answers: SIMULATION,
  fix: '[data-testid="problems"]',
};
