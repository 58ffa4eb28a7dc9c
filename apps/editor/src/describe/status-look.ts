import type { RunStatus } from "@trilho/engine";
import { Ban, CircleCheck, CircleDot, CircleX, Clock, SkipForward } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { Tone } from "../ui/badge.tsx";

/** Colour and icon of a run's end; always beside its words. */
export const STATUS_LOOK: Record<RunStatus, { tone: Tone; Icon: LucideIcon }> = {
  queued: { tone: "neutral", Icon: Clock },
  running: { tone: "info", Icon: CircleDot },
  waiting: { tone: "info", Icon: Clock },
  completed: { tone: "success", Icon: CircleCheck },
  failed: { tone: "danger", Icon: CircleX },
  dead_letter: { tone: "danger", Icon: CircleX },
  skipped: { tone: "neutral", Icon: SkipForward },
  cancelled: { tone: "neutral", Icon: Ban },
};
