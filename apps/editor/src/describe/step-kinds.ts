import {
  AtSign,
  CalendarPlus,
  CircleHelp,
  CircleStop,
  Clock,
  EyeOff,
  Flag,
  ListTodo,
  Mail,
  MessageCircle,
  MessageSquareOff,
  MessageSquareReply,
  MoveRight,
  OctagonX,
  Shuffle,
  Sparkles,
  Split,
  Tag,
  Tags,
  Target,
  TextCursorInput,
  UserPlus,
  UserRoundCheck,
  UserRoundPlus,
  Webhook,
  Zap,
} from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { ACTIONS, isObject, NODES, nodeName } from "@trilho/engine";
import type { ActionType, ConfigSchema, GraphNode, NodeKind } from "@trilho/engine";
import type { Lookup } from "../document/lookup.ts";
import { stepKey } from "../document/steps.ts";
import type { StepType } from "../document/steps.ts";
import { catalogText } from "../i18n/catalog.ts";
import { engineLocale } from "../i18n/engine-locale.ts";
import { text } from "../i18n/use-text.ts";
import * as read from "./step-details.ts";
import type { Detail, Reader } from "./step-details.ts";

/** What all views show of a kind of step. Its name and its form are the engine's, its sentence is `do.<kind>`. */
interface StepKind {
  icon: LucideIcon;
  read: Reader;
  /** Keys that few automations set; they wait behind "More options" until they hold something. */
  advanced?: readonly string[];
}

const KINDS: Readonly<Record<NodeKind | ActionType, StepKind>> = {
  trigger: { icon: Zap, read: read.nothing },
  action: { icon: CircleStop, read: read.unset },
  condition: { icon: Split, read: read.counted("branches") },
  wait: { icon: Clock, read: read.wait },
  round_robin: { icon: Shuffle, read: read.counted("exits") },
  end: { icon: Flag, read: read.nothing },
  send_whatsapp: {
    icon: MessageCircle,
    read: read.message,
    advanced: ["channelId", "mediaAssetId", "mediaLink", "scriptId", "onUncertain"],
  },
  send_email: {
    icon: Mail,
    read: read.written("subject", "body"),
    advanced: ["plainText", "to", "replyTo", "onUncertain"],
  },
  reply_instagram_comment: { icon: AtSign, read: read.written("text"), advanced: ["onUncertain"] },
  send_instagram_private_reply: { icon: MessageSquareReply, read: read.written("text"), advanced: ["onUncertain"] },
  hide_instagram_comment: { icon: EyeOff, read: read.nothing },
  close_conversation: { icon: MessageSquareOff, read: read.nothing },
  move_stage: { icon: MoveRight, read: read.stage, advanced: ["lostReason"] },
  add_tag: { icon: Tag, read: read.tags },
  remove_tag: { icon: Tags, read: read.tags },
  set_custom_field: { icon: TextCursorInput, read: read.field },
  assign_responsible: { icon: UserRoundCheck, read: read.person },
  add_co_owner: { icon: UserRoundPlus, read: read.optional(read.person) },
  create_task: { icon: ListTodo, read: read.optional(read.written("title", "description")) },
  create_lead: {
    icon: UserPlus,
    read: read.optional(read.written("name")),
    advanced: ["responsibleUserId", "value", "copyContact"],
  },
  create_calendar_event: {
    icon: CalendarPlus,
    read: read.optional(read.written("title")),
    advanced: ["userId", "inviteContact"],
  },
  cia_deal_analysis: { icon: Sparkles, read: read.nothing },
  stop_automations: { icon: OctagonX, read: read.nothing },
  webhook: { icon: Webhook, read: read.address, advanced: ["headers", "body", "secret", "timeoutSeconds"] },
  send_meta_conversion: {
    icon: Target,
    read: read.optional(read.written("eventName")),
    advanced: ["value", "currency", "testEventCode"],
  },
};

type Kinded = { readonly type: string; readonly actionType?: string | null };

const isKnown = (key: string): key is keyof typeof KINDS => Object.hasOwn(KINDS, key);

const kindOf = (step: Kinded): StepKind | null => {
  const key = stepKey(step);
  return isKnown(key) ? KINDS[key] : null;
};

export const iconOf = (step: Kinded): LucideIcon => kindOf(step)?.icon ?? CircleHelp;

export const advancedOf = (step: Kinded): readonly string[] => kindOf(step)?.advanced ?? [];

/** What a kind of step is called: "Send WhatsApp". */
export const stepTypeName = ({ type, actionType = null }: StepType): string =>
  nodeName({ id: "", type, actionType }, engineLocale());

interface EngineInfo {
  description: string;
  configSchema: ConfigSchema | null;
}

/** What the engine's tables say of a step; null of a kind that they do not know. */
export function engineInfo({ type, actionType }: Kinded): EngineInfo | null {
  const table: Readonly<Record<string, EngineInfo>> = type === "action" && actionType ? ACTIONS : NODES;
  const key = stepKey({ type, actionType });
  return Object.hasOwn(table, key) ? (table[key] ?? null) : null;
}

/** Those that people look for by other names than their own. */
const ALSO_CALLED = [
  "send_whatsapp",
  "send_email",
  "move_stage",
  "assign_responsible",
  "create_task",
  "condition",
  "wait",
  "round_robin",
  "webhook",
  "end",
] as const;

/** What a kind of step is found by besides its name: what it does, and what people may call it. */
export function stepTypeWords(step: Kinded): string {
  const other = ALSO_CALLED.find((key) => key === stepKey(step));
  return `${stepTypeDescription(step)} ${other ? text("builder", `alsoCalled.${other}`) : ""}`;
}

export const stepTypeDescription = (step: Kinded): string => catalogText(engineInfo(step)?.description ?? "");

/** What a step's settings say. Never throws, whatever they hold. */
export function detailOf(node: GraphNode, names: Lookup): Detail {
  const settings: unknown = node.type === "condition" ? node.condition : node.config;
  const kind = kindOf(node);
  if (kind === null) return { text: read.excerpt(stepKey(node)) };
  return kind.read(isObject(settings) ? settings : {}, names);
}

/** The text that says what a step of this kind does, in the middle of a sentence. */
export function sentenceKey(node: GraphNode, { form }: Detail): string {
  const key = stepKey(node);
  if (!isKnown(key)) return "unknown";
  return form === undefined ? key : `${key}_${form}`;
}
