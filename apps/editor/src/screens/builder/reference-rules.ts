/** Alone in its file: what it needs of the engine comes with it. */
import { referenceRules } from "@trilho/engine";
import type { ExtraRule, KnownThings, Surroundings } from "@trilho/engine";
import { whatsappRules } from "@trilho/engine/whatsapp";
import type { KnownForWhatsapp } from "@trilho/engine/whatsapp";

/** What a graph's workspace and start make of it. */
export const aroundRules = (known: KnownThings & KnownForWhatsapp, around: Surroundings): readonly ExtraRule[] => [
  ...referenceRules(known, around),
  ...whatsappRules(known, around),
];
