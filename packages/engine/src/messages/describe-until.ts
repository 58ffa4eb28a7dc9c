import type { Until } from "../contract/until.ts";
import { enNames } from "./en-names.ts";
import type { Locale } from "./locale.ts";
import type { FieldNameOf } from "./until.ts";

/**
 * Until when a wait lasts, as a part of a sentence. `fieldName` says what a workspace calls its custom field of a slug.
 *
 * @example
 * ```ts
 * import { describeUntil } from "@trilho/engine";
 *
 * describeUntil({ kind: "weekday", days: [1], at: "09:00" }); // "until Monday 09:00"
 * ```
 */
export const describeUntil = (until: Until, locale: Pick<Locale, "until"> = enNames, fieldName?: FieldNameOf): string =>
  locale.until(until, fieldName);
