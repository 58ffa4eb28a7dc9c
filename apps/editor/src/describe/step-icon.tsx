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
import { createElement } from "react";
import type { ActionType, NodeKind } from "@trilho/engine";
import { purposeOf, stepKey } from "../document/steps.ts";
import styles from "./step-icon.module.css";

type Drawn = Exclude<NodeKind, "action"> | Exclude<ActionType, "wait">;

const ICONS: Record<Drawn, LucideIcon> = {
  trigger: Zap,
  condition: Split,
  wait: Clock,
  round_robin: Shuffle,
  end: Flag,
  webhook: Webhook,
  send_whatsapp: MessageCircle,
  move_stage: MoveRight,
  add_tag: Tag,
  remove_tag: Tags,
  set_custom_field: TextCursorInput,
  create_task: ListTodo,
  assign_responsible: UserRoundCheck,
  add_co_owner: UserRoundPlus,
  send_meta_conversion: Target,
  create_lead: UserPlus,
  send_email: Mail,
  reply_instagram_comment: AtSign,
  send_instagram_private_reply: MessageSquareReply,
  hide_instagram_comment: EyeOff,
  cia_deal_analysis: Sparkles,
  create_calendar_event: CalendarPlus,
  close_conversation: MessageSquareOff,
  stop_automations: OctagonX,
};

interface StepIconProps {
  step: { type: NodeKind; actionType?: ActionType | null };
  size?: "small" | "normal";
}

/** The picture of a step in the colour of its purpose. */
export function StepIcon({ step, size = "normal" }: StepIconProps) {
  const key = stepKey({ type: step.type, ...(step.actionType && { actionType: step.actionType }) });
  return (
    <span className={styles["tile"]} data-purpose={purposeOf(step)} data-size={size} aria-hidden="true">
      {createElement(iconOf(key), { size: size === "small" ? 14 : 18, strokeWidth: 1.9 })}
    </span>
  );
}

function iconOf(key: string): LucideIcon {
  if (Object.hasOwn(ICONS, key)) return ICONS[key as Drawn];
  return key === "action" ? CircleStop : CircleHelp;
}
