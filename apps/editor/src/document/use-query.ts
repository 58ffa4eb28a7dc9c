import { useCallback } from "react";
import { useServices, useView } from "./context.ts";

/** What is searched for in the question that the editor asks: it begins with what was typed before the question stood there. */
export function useQuery(): [query: string, setQuery: (query: string) => void] {
  const { view } = useServices();
  const setQuery = useCallback((typed: string) => view.getState().set({ typed }), [view]);
  return [useView((state) => state.typed), setQuery];
}
