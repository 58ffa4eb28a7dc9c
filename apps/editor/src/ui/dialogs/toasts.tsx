import { use, useEffect, useState } from "react";
import { useStore } from "zustand";
import { lazyPart } from "../loading/lazy-part.tsx";
import { ToastContext } from "./toast.ts";
import { whenIdle } from "../loading/when-idle.ts";

const { Part: Toaster, code } = lazyPart(async () => (await import("./toaster.tsx")).Toaster, { missing: "nowhere" });

export const toasterCode = code;

/** Where toasts appear: those of the page, or of the editor around it. */
export function Toasts() {
  const line = use(ToastContext);
  const wanted = useStore(line.store, ({ waiting }) => waiting.length > 0);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => whenIdle(() => setDrawn(true)), []);
  if (wanted && !drawn) setDrawn(true);
  return drawn ? <Toaster line={line} /> : null;
}
