import { SETTINGS } from "../failures/tables/settings.ts";
import { fill } from "../failures/text.ts";
import type { AroundFixTexts, AroundTexts, NodeNameOf } from "./locale.ts";
import type { ChannelNeeded, LiquidProblem, ReferredThing, TemplateFault } from "./params.ts";
import { cited } from "./text.ts";

/** What is said of a graph in its surroundings, apart from the rest: who draws one needs it after the first picture. */
export const enAround = (name: NodeNameOf): AroundTexts => ({
  "unknown-reference": (p) =>
    p.isOfAnotherKind
      ? `${name(p.node)}: the ${THINGS[p.thing]} “${p.id}” is of another kind.`
      : `${name(p.node)}: there is no ${THINGS[p.thing]} “${p.id}”.`,
  "missing-channel": (p) =>
    `${name(p.node)} needs a channel of ${CHANNELS[p.channel]}, and this workspace has none: connect one.`,
  "private-address": (p) =>
    `${name(p.node)} always fails: “${p.host}” is on this server's own network, which webhooks may not call. Use a public address, or ask whoever runs the server to allow it.`,
  "certain-failure": (p) => `${name(p.node)} will fail. ${fill(SETTINGS[p.failure.code], p.failure.params)}`,
  "unknown-variable": (p) =>
    `${name(p.node)}: “${p.field}” uses “${p.name}”, a variable that does not exist.${p.meant === undefined ? "" : ` Did you mean “${p.meant}”?`}`,
  "broken-liquid": (p) =>
    `${name(p.node)} fails, because “${p.field}” cannot be filled in. ${LIQUID[p.problem](`Line ${p.line}`, cited(p.detail))}.`,
  "unknown-template": (p) =>
    p.languages === null
      ? `${name(p.node)}: there is no template “${p.name}”.`
      : `${name(p.node)}: the template “${p.name}” has no language “${p.language}”; it has ${p.languages}.`,
  "template-not-approved": (p) =>
    `${name(p.node)} always fails: WhatsApp has not approved the template “${p.name}” (${p.status}).`,
  "template-parameters": (p) => `${name(p.node)}: ${FAULTS[p.fault](p.what)}.`,
  "outside-message-window": (p) =>
    `${name(p.node)} may not arrive: WhatsApp takes free text for 24 hours after the contact's message, and ${
      p.after !== null
        ? `more may go by after ${name(p.after)}`
        : `${p.unanswered ? `without a reply to ${name(p.unanswered)} ` : ""}there may be none`
    }. Use a template.`,
});

const CHANNELS: Readonly<Record<ChannelNeeded, string>> = {
  whatsapp: "WhatsApp",
  instagram: "Instagram",
  any: "WhatsApp or Instagram",
};

export const enAroundFixes: AroundFixTexts = {
  "use-template": (p) => `Send the template “${p.name}” instead`,
  "use-template-language": (p) => `Send it in ${p.language}`,
  "remove-parameters": () => "Remove the values that the template has no place for",
  "use-template-texts": () => "Write what the template says",
  "use-variable": (p) => `Write “${p.name}” instead`,
};

const FAULTS: Readonly<Record<TemplateFault, (what: string) => string>> = {
  missing: (what) => `the template needs a value for ${what}`,
  surplus: (what) => `the template has no place for ${what}`,
  "no-media": (what) => `the template has a header of type ${what}, whose address is missing`,
  "surplus-media": () => "the template's header takes no file",
  buttons: (what) => `the template has ${what} quick-reply buttons, and this step asks for more`,
  labels: (what) => `the contact reads the template's buttons, ${what}`,
  text: () => "the contact reads the template, not this text",
};

const LIQUID: Readonly<Record<LiquidProblem, (line: string, cited: string) => string>> = {
  "liquid-syntax": (line, part) => `${line} has a variable or tag that is not closed or cannot be read${part}`,
  "unknown-filter": (line, part) => `${line} uses a filter that does not exist${part}`,
  "unknown-tag": (line, part) => `${line} uses a tag that does not exist${part}`,
  "liquid-limit": (line) => `${line} takes too much to fill in`,
  "liquid-failed": (line, part) => `${line} has a variable or tag that fails${part}`,
};

const THINGS: Readonly<Record<ReferredThing, string>> = {
  pipeline: "pipeline",
  stage: "stage",
  tag: "tag",
  user: "user",
  customField: "custom field",
  channel: "channel",
  file: "stored file",
  script: "message script",
};
