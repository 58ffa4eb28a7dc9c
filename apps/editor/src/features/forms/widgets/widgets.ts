import type { ConfigProperty, Widget } from "@trilho/engine";
import type { ComponentType } from "react";
import { CustomFieldWidget, CustomValueWidget } from "./custom-field-widgets.tsx";
import { DurationWidget } from "./duration-widget.tsx";
import { HeadersWidget } from "./headers-widget.tsx";
import { JsonWidget } from "./json-widget.tsx";
import { LazyCronWidget } from "../trigger/lazy-cron-widget.tsx";
import { LazyEntryWidget } from "../trigger/lazy-entry-widget.tsx";
import { ZoneWidget } from "../trigger/zone-widget.tsx";
import { LiquidWidget } from "./liquid-widget.tsx";
import { BranchesWidget, ButtonsWidget, ExitsWidget } from "./parts-widgets.tsx";
import { ListWidget } from "./list-widget.tsx";
import { PickerWidget } from "./picker-widget.tsx";
import {
  BooleanWidget,
  EnumWidget,
  MultilineWidget,
  NumberWidget,
  SecretWidget,
  TextWidget,
} from "./plain-widgets.tsx";
import { QueryWidget } from "./query-widget.tsx";
import { TemplateWidget } from "./template-widget.tsx";
import { UntilWidget, WaitLengthWidget } from "./until-widget.tsx";
import type { WidgetProps } from "../../../inputs/widget.ts";

type WidgetComponent = ComponentType<WidgetProps>;

const BY_KEYWORD: Record<Widget, WidgetComponent> = {
  duration: DurationWidget,
  until: UntilWidget,
  multiline: MultilineWidget,
  buttons: ButtonsWidget,
  exits: ExitsWidget,
  branches: BranchesWidget,
  secret: SecretWidget,
  json: JsonWidget,
  query: QueryWidget,
  cron: LazyCronWidget,
  entry: LazyEntryWidget,
  list: ListWidget,
};

const BY_TYPE: Record<NonNullable<ConfigProperty["type"]>, WidgetComponent> = {
  string: TextWidget,
  number: NumberWidget,
  integer: NumberWidget,
  boolean: BooleanWidget,
  array: JsonWidget,
  object: JsonWidget,
};

/** Keys whose control depends on more than their schema. Null hides the key: another one writes it. */
const BY_PLACE: Readonly<Record<string, WidgetComponent | null>> = {
  "set_custom_field/fieldId": CustomFieldWidget,
  "set_custom_field/fieldSlug": null,
  "set_custom_field/value": CustomValueWidget,
  "send_whatsapp/templateName": TemplateWidget,
  "send_whatsapp/templateLanguageCode": null,
  "send_whatsapp/templateParameters": null,
  "webhook/headers": HeadersWidget,
  "schedule/timeZone": ZoneWidget,
  "wait/delaySeconds": WaitLengthWidget,
};

/** The control of one key of a form; null for a key without one. `form` is the action type or node type. */
export function widgetOf(form: string, key: string, schema: ConfigProperty): WidgetComponent | null {
  const placed = BY_PLACE[`${form}/${key}`];
  if (placed !== undefined) return placed;
  if (schema["x-picker"]) return PickerWidget;
  const keyword = schema["x-widget"];
  if (schema["x-liquid"] === true && keyword !== "json") return LiquidWidget;
  if (keyword) return BY_KEYWORD[keyword];
  if (schema.enum) return EnumWidget;
  return schema.type ? BY_TYPE[schema.type] : JsonWidget;
}
