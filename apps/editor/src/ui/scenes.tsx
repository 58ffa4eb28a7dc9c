import type { ReactNode } from "react";

export type Scene = "automations" | "runs" | "outbox" | "deals";

/** One style: thin lines in the colour of the text, what matters in the accent. */
const SCENES: Readonly<Record<Scene, ReactNode>> = {
  automations: (
    <>
      <path d="M72 28v12M72 40H38v10M72 40h34v10" />
      <rect x="48" y="8" width="48" height="20" rx="6" data-accent />
      <rect x="14" y="50" width="48" height="20" rx="6" />
      <rect x="82" y="50" width="48" height="20" rx="6" />
      <path d="M74 12l-6 7h8l-6 6M24 60h28M92 60h20" />
    </>
  ),
  runs: (
    <>
      <path d="M20 44h22M58 44h28M102 44h22" />
      <circle cx="50" cy="44" r="8" data-accent />
      <path d="M46.500 44l2.500 2.500 4.500-5" />
      <circle cx="94" cy="44" r="8" />
      <path d="M94 40v4l3 2M14 18h34M14 70h22M86 18h30" data-faint />
    </>
  ),
  outbox: (
    <>
      <path d="M24 46l12-24h72l12 24v20a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6zM24 46h30l6 10h24l6-10h30" />
      <rect x="50" y="8" width="44" height="30" rx="4" data-accent />
      <path d="M52 12l20 14 20-14" />
    </>
  ),
  deals: (
    <>
      <path d="M14 14h30M57 14h30M100 14h30" data-faint />
      <rect x="14" y="22" width="30" height="18" rx="4" />
      <rect x="14" y="46" width="30" height="18" rx="4" />
      <rect x="57" y="22" width="30" height="18" rx="4" />
      <rect x="100" y="22" width="30" height="18" rx="4" data-accent />
      <path d="M66 54h28l-5-5M94 54l-5 5M108 31l4 4 8-8" />
    </>
  ),
};

export const SceneDrawing = ({ of }: { of: Scene }) => <svg viewBox="0 0 144 80">{SCENES[of]}</svg>;
