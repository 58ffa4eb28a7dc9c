import type playground from "./en/playground.json";
import type { LATER } from "./later.ts";
import automation from "./en/automation.json" with { type: "json" };
import automations from "./en/automations.json" with { type: "json" };
import builder from "./en/builder.json" with { type: "json" };
import commands from "./en/commands.json" with { type: "json" };
import common from "./en/common.json" with { type: "json" };
import connect from "./en/connect.json" with { type: "json" };
import forms from "./en/forms.json" with { type: "json" };
import starts from "./en/starts.json" with { type: "json" };

/** What the first picture says in English, by area; the rest comes with the parts that say it. Other languages have the same keys. */
export const ENGLISH = {
  automation,
  automations,
  builder,
  commands,
  common,
  connect,
  forms,
  starts,
};

/** Those of the page of static files come with it alone. */
export type Texts = typeof ENGLISH & typeof LATER & { playground: typeof playground };
export type Namespace = keyof Texts;

/** i18next picks `key_one`, `key_other`, … by `count`: the key to ask for has no ending. */
type WithoutPlural<Key extends string> =
  Key extends `${infer Stem}_${"zero" | "one" | "two" | "few" | "many" | "other"}` ? Stem : Key;

type Paths<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? WithoutPlural<Key> : `${Key}.${Paths<Tree[Key]>}`;
}[keyof Tree & string];

/** The keys of one area: `error.offline.title`. */
export type TextKey<Area extends Namespace> = Paths<Texts[Area]>;
