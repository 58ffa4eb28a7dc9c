import type { Fix } from "../contract/diagnostic.ts";
import type { GraphNode } from "../contract/definition.ts";
import { isFilled } from "../contract/filled.ts";
import { isObject } from "../contract/json.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { pointer } from "../json/pointer.ts";
import { aroundFix, aroundProblem } from "../messages/around.ts";
import type { Locale } from "../messages/locale.ts";
import type { AroundParams, NodeRef, TemplateFault } from "../messages/params.ts";
import { shorten } from "../messages/text.ts";
import type { ExtraFinding } from "../rules/validate/extra-rule.ts";
import { channelOf, literal } from "./channel.ts";
import type { Around } from "./channel.ts";
import {
  DEFAULT_TEMPLATE_LANGUAGE,
  fillTemplate,
  gapsIn,
  PARAMETER_PLACES,
  parametersOf,
  readTemplate,
  templateText,
} from "./template.ts";
import type { ParameterPlace, TemplateButton, TemplateParts, WhatsappTemplate } from "./template.ts";

/** A message of a graph, and what is around it. */
interface Place {
  readonly node: GraphNode;
  readonly index: number;
  readonly ref: NodeRef;
  readonly around: Around;
  readonly locale: Locale;
}

/** A finding with its code. */
export interface TemplateFinding {
  readonly code: "unknown-template" | "template-not-approved" | "template-parameters";
  readonly finding: ExtraFinding;
}

export const isApproved = ({ status }: WhatsappTemplate): boolean => status === "approved";

/** The templates of a message's channel; null where it is not known which there are. */
export function templatesOf(node: GraphNode, around: Around): readonly WhatsappTemplate[] | null {
  const all = around.known.template;
  const channel = channelOf(node, around);
  if (all === undefined || channel === null) return all ?? null;
  const own = all.filter(({ channelId = null }) => channelId === null || channelId === channel);
  // Of a channel without any nobody asked the provider yet.
  return own.length === 0 ? null : own;
}

/** What is wrong with the template that a message names. */
export function* templateFindings(at: Place): Generator<TemplateFinding> {
  const config = isObject(at.node.config) ? at.node.config : {};
  const name = literal(config["templateName"]);
  const templates = name === null ? null : templatesOf(at.node, at.around);
  if (name === null || templates === null) return;
  const given = config["templateLanguageCode"];
  const isSet = typeof given === "string" && given.trim() !== "";
  const language = isSet ? literal(given) : DEFAULT_TEMPLATE_LANGUAGE;
  // Liquid names it when it is sent.
  if (language === null) return;
  const named = templates.filter((each) => each.name === name);
  const found = named.filter((each) => each.language === language);
  // Several channels may have one of that name: the best is taken.
  const template = found.find(isApproved) ?? found[0];
  if (template === undefined) yield unknown(at, name, language, named);
  else {
    if (!isApproved(template)) yield refused(at, template, named);
    yield* misfits(at, readTemplate(template.components));
  }
}

function unknown(at: Place, name: string, language: string, named: readonly WhatsappTemplate[]): TemplateFinding {
  const languages = [...new Set(named.map((each) => each.language))];
  const params: AroundParams["unknown-template"] = {
    node: at.ref,
    name: shorten(name),
    language: shorten(language),
    languages: languages.length === 0 ? null : shorten(languages.join(", ")),
  };
  const told = aroundProblem("unknown-template", params, at.locale);
  const key = languages.length === 0 ? "templateName" : "templateLanguageCode";
  return { code: "unknown-template", finding: { ...told, ...placed(at, key), fixes: otherLanguages(at, named) } };
}

function refused(at: Place, { name, status }: WhatsappTemplate, named: readonly WhatsappTemplate[]): TemplateFinding {
  const params = { node: at.ref, name: shorten(name), status: shorten(status) };
  const told = aroundProblem("template-not-approved", params, at.locale);
  return {
    code: "template-not-approved",
    finding: { ...told, ...placed(at, "templateName"), fixes: otherLanguages(at, named) },
  };
}

/** Languages of the same template that are approved. */
function otherLanguages(at: Place, named: readonly WhatsappTemplate[]): Fix[] {
  return [...new Set(named.filter(isApproved).map(({ language }) => language))].map((language) => {
    const path = pointer("nodes", at.index, "config", "templateLanguageCode");
    return aroundFix("use-template-language", { language }, [{ op: "add", path, value: language }], at.locale);
  });
}

function* misfits(at: Place, parts: TemplateParts): Generator<TemplateFinding> {
  const config = isObject(at.node.config) ? at.node.config : {};
  const given = parametersOf(config["templateParameters"]);
  const missing: string[] = [];
  const surplus: [ParameterPlace, string][] = [];
  for (const place of PARAMETER_PLACES) {
    const names = gapsIn(parts, place).map(({ name }) => name);
    missing.push(
      ...names.filter((name) => !Object.hasOwn(given[place], name)).map((name) => called(parts, place, name)),
    );
    const unused = Object.keys(given[place]).filter((name) => !names.includes(name));
    surplus.push(...unused.map((name): [ParameterPlace, string] => [place, name]));
  }
  if (missing.length > 0) yield misfit(at, "missing", missing.join(", "), "templateParameters");
  if (surplus.length > 0) {
    const what = surplus.map(([place, name]) => called(parts, place, name)).join(", ");
    const patch = surplus.map(([place, name]) => ({
      op: "remove" as const,
      path: pointer("nodes", at.index, "config", "templateParameters", place, name),
    }));
    yield misfit(at, "surplus", what, "templateParameters", [aroundFix("remove-parameters", {}, patch, at.locale)]);
  }
  yield* fileMisfits(at, parts, literalOrLiquid(config["mediaLink"]));
  const replies = repliesOf(parts);
  const buttons = buttonsIn(config);
  if (buttons.length > replies.length) yield misfit(at, "buttons", `${replies.length}`, "buttons");
  yield* otherWords(at, parts);
}

const repliesOf = ({ buttons }: TemplateParts): TemplateButton[] =>
  buttons.filter(({ kind }) => kind === "quick_reply");
const buttonsIn = ({ buttons = null }: JsonObject): readonly JsonValue[] => (Array.isArray(buttons) ? buttons : []);

/** What is written beside a template is never sent: the drawing and tests show it, the contact reads the template. */
function* otherWords(at: Place, parts: TemplateParts): Generator<TemplateFinding> {
  const config = isObject(at.node.config) ? at.node.config : {};
  const patch = { op: "replace" as const, path: pointer("nodes", at.index, "config"), value: withTexts(config, parts) };
  const fixes = [aroundFix("use-template-texts", {}, [patch], at.locale)];
  const values = parametersOf(config["templateParameters"]);
  const said = templateText(parts, values);
  const { text = null } = config;
  // The header may be left out.
  const fits = !isFilled(text) || [said, fillTemplate(parts.body.text, values.body)].includes(text.trim());
  if (said !== "" && !fits) yield misfit(at, "text", "", "text", fixes);
  const own = buttonsIn(config);
  const unlike = repliesOf(parts).filter(({ text: reply }, index) => {
    const button = own[index];
    return isObject(button) && isFilled(button["label"]) && button["label"].trim() !== reply;
  });
  const words = unlike.map(({ text: reply }) => `“${shorten(reply)}”`).join(", ");
  if (words !== "") yield misfit(at, "labels", words, "buttons", fixes);
}

/** A message's config that says what its template does. */
export function withTexts(config: JsonObject, parts: TemplateParts): JsonObject {
  const said = templateText(parts, parametersOf(config["templateParameters"]));
  const replies = repliesOf(parts);
  const buttons = buttonsIn(config).map((button, index) => {
    const label = replies[index]?.text;
    return label !== undefined && isObject(button) ? { ...button, label } : button;
  });
  return {
    ...config,
    ...(isFilled(config["text"]) && said !== "" && { text: said }),
    ...(buttons.length > 0 && { buttons }),
  };
}

function* fileMisfits(at: Place, { header }: TemplateParts, hasFile: boolean): Generator<TemplateFinding> {
  const takesFile = header !== null && FILES.has(header.format);
  if (takesFile && !hasFile) yield misfit(at, "no-media", header.format, "mediaLink");
  if (!takesFile && hasFile) yield misfit(at, "surplus-media", "", "mediaLink");
}

const FILES: ReadonlySet<string> = new Set(["image", "video", "document"]);

const literalOrLiquid = (value: unknown): boolean => typeof value === "string" && value.trim() !== "";

/** A gap as a person sees it: "{{1}}", or what its button says. */
function called({ buttons }: TemplateParts, place: ParameterPlace, name: string): string {
  return place === "buttons" ? `“${shorten(buttons[Number(name)]?.text ?? name)}”` : `{{${shorten(name)}}}`;
}

function misfit(at: Place, fault: TemplateFault, what: string, key: string, fixes?: Fix[]): TemplateFinding {
  const told = aroundProblem("template-parameters", { node: at.ref, fault, what: shorten(what) }, at.locale);
  return { code: "template-parameters", finding: { ...told, ...placed(at, key), ...(fixes && { fixes }) } };
}

const placed = ({ node, index }: Place, key: string) => ({
  path: pointer("nodes", index, "config", key),
  nodeId: node.id,
});
