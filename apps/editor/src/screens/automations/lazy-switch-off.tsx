import { lazyPart } from "../../ui/loading/lazy-part.tsx";

/** Asked for when somebody switches off. */
export const { Part: SwitchOff } = lazyPart(
  async () => (await import("../../features/switching/switch-off.tsx")).SwitchOff,
  {
    wanted: ({ meant }) => meant !== null,
  },
);
