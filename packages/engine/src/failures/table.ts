import { ASSISTANTS } from "./tables/assistants.ts";
import { CONNECTIONS } from "./tables/connections.ts";
import { DEALS } from "./tables/deals.ts";
import { EMPTY } from "./tables/empty.ts";
import { LACKS } from "./tables/lacks.ts";
import { LIQUID } from "./tables/liquid.ts";
import { MAIL } from "./tables/mail.ts";
import { MESSAGES } from "./tables/messages.ts";
import { META } from "./tables/meta.ts";
import { MIGRATIONS } from "./tables/migrations.ts";
import { RUNS } from "./tables/runs.ts";
import { RECIPIENTS, SETTINGS } from "./tables/settings.ts";
import * as inPortuguese from "./tables/settings.pt-BR.ts";
import { HOURS, NOT_RUNNABLE } from "./tables/unrunnable.ts";
import * as portuguese from "./tables/unrunnable.pt-BR.ts";
import { WEBHOOKS } from "./tables/webhooks.ts";
import { paired, type FailureTexts } from "./text.ts";

/** Everything that can keep an action or a run from succeeding, by a stable code, in every language. */
export const FAILURES = {
  ...CONNECTIONS,
  ...WEBHOOKS,
  ...ASSISTANTS,
  ...META,
  ...MAIL,
  ...LACKS,
  ...EMPTY,
  ...paired(SETTINGS, inPortuguese.SETTINGS),
  ...paired(RECIPIENTS, inPortuguese.RECIPIENTS),
  ...MESSAGES,
  ...DEALS,
  ...LIQUID,
  ...RUNS,
  ...MIGRATIONS,
  ...paired(NOT_RUNNABLE, portuguese.NOT_RUNNABLE),
  ...paired(HOURS, portuguese.HOURS),
} as const satisfies Readonly<Record<string, FailureTexts>>;

export type FailureCode = keyof typeof FAILURES;
