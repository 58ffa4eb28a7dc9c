export type { KnownForWhatsapp } from "./channel.ts";
export { partsProblem, typeOfLink } from "./parts.ts";
export type { MessageParts } from "./parts.ts";
export { MESSAGE_WINDOW_SECONDS } from "./reply-window.ts";
export { whatsappRules } from "./rules.ts";
export {
  DEFAULT_TEMPLATE_LANGUAGE,
  emptiedParameter,
  fillTemplate,
  gapsIn,
  isNumbered,
  PARAMETER_PLACES,
  parametersOf,
  readTemplate,
  templateText,
} from "./template.ts";
export type {
  ParameterPlace,
  TemplateButton,
  TemplateParameters,
  TemplateParts,
  TemplateVariable,
  WhatsappTemplate,
} from "./template.ts";
