import { useState, type ComponentProps } from "react";

type Pressable = Pick<ComponentProps<"button">, "disabled" | "onClick" | "onFocus" | "onBlur"> & {
  /** What it does is under way: further presses do nothing. */
  loading?: boolean;
};

/**
 * A button that is disabled while it has the focus keeps it until the person leaves: a browser would drop it on the
 * page's body, where those who use a keyboard are lost.
 */
export function useDisabled({ disabled = false, loading = false, onClick, onFocus, onBlur }: Pressable) {
  const [focused, setFocused] = useState(false);
  const stays = loading || focused;
  return {
    disabled: disabled && !stays,
    "aria-disabled": loading || (disabled && stays) || undefined,
    "aria-busy": loading || undefined,
    onClick: disabled || loading ? prevent : onClick,
    onFocus: ((event) => {
      setFocused(true);
      onFocus?.(event);
    }) satisfies Pressable["onFocus"],
    onBlur: ((event) => {
      setFocused(false);
      onBlur?.(event);
    }) satisfies Pressable["onBlur"],
  };
}

const prevent: Pressable["onClick"] = (event) => event.preventDefault();
