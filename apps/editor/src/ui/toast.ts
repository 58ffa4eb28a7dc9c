import type { ExternalToast, toast as sonner } from "sonner";
import { createStore } from "zustand/vanilla";

type Raise = (to: typeof sonner) => void;

/** Toasts that wait until the code that draws them is there. */
const store = createStore<{ drawer: typeof sonner | null; waiting: readonly Raise[] }>()(() => ({
  drawer: null,
  waiting: [],
}));

export const waitingToasts = store;

function raise(show: Raise): void {
  const { drawer } = store.getState();
  if (drawer) show(drawer);
  else store.setState(({ waiting }) => ({ waiting: [...waiting, show] }));
}

/** Toasts are drawn by `to` from now on, those that wait first; the answer ends that. */
export function drawToasts(to: typeof sonner): () => void {
  const { waiting } = store.getState();
  store.setState({ drawer: to, waiting: [] });
  for (const show of waiting) show(to);
  return () => store.setState({ drawer: null });
}

/** Says something in passing. What draws it is loaded with the first one, or when nothing else goes on. */
export const toast = Object.assign(
  (title: string, options?: ExternalToast): void => raise((to) => void to(title, options)),
  {
    success: (title: string, options?: ExternalToast): void => raise((to) => void to.success(title, options)),
    error: (title: string, options?: ExternalToast): void => raise((to) => void to.error(title, options)),
  },
);
