import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { Fragment, useEffect, useLayoutEffect, useRef, useState, type ReactNode, type Ref } from "react";
import { useMedia } from "../../browser/use-media.ts";
import { whenIdle } from "../../ui/loading/when-idle.ts";
import styles from "./virtual-rows.module.css";

/** From so many rows on, only those near the window are drawn. */
export const MANY = 100;

/** Before it is measured, px: a row of the table, a card of a phone with the gap below it, and what stands above them. */
const USUAL = { row: 61, card: 172, gap: 12, above: 285 };
const OVERSCAN = 6;

/** What a row of a long table needs: how it is measured, and which one it is. */
export interface PlacedRow {
  ref: Ref<HTMLTableRowElement>;
  "data-index": number;
  "aria-rowindex": number;
  onFocus: () => void;
  onBlur: () => void;
}

interface VirtualRowsProps {
  count: number;
  columns: number;
  keyOf: (index: number) => string;
  drawRow: (index: number, place: PlacedRow) => ReactNode;
}

/** Rows near the window, and the one that has the focus; the rest is space of the same height. */
export function VirtualRows({ count, columns, keyOf, drawRow }: VirtualRowsProps) {
  const isPhone = useMedia("(max-width: 40rem)");
  const top = useRef<HTMLTableRowElement>(null);
  const [margin, setMargin] = useState(USUAL.above);
  const [focused, setFocused] = useState<number | null>(null);
  const [isSettled, setSettled] = useState(false);
  // Those in sight are drawn first.
  useEffect(() => whenIdle(() => setSettled(true)), []);
  useLayoutEffect(() => {
    const body = top.current?.parentElement;
    if (body) setMargin(body.getBoundingClientRect().top + window.scrollY);
  }, [isPhone]);
  const gap = isPhone ? USUAL.gap : 0;
  // Nothing here is memoized, so that its answers are never old ones.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => (isPhone ? USUAL.card : USUAL.row),
    gap,
    overscan: isSettled ? OVERSCAN : 0,
    scrollMargin: margin,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    getItemKey: keyOf,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      if (focused === null || focused >= count || near.includes(focused)) return near;
      return [...near, focused].toSorted((one, other) => one - other);
    },
  });
  const items = virtualizer.getVirtualItems();
  const end = virtualizer.getTotalSize() + margin;
  const first = items[0]?.start ?? margin;
  // Cards stand apart by a gap of their own, from spaces as well.
  return (
    <>
      <Space ref={top} columns={columns} height={first - margin - gap} />
      {items.map((item, at) => {
        const { index, key, start } = item;
        const before = items[at - 1];
        return (
          <Fragment key={key}>
            {before !== undefined && start > before.end + 2 * gap && (
              <Space columns={columns} height={start - before.end - 2 * gap} />
            )}
            {drawRow(index, {
              ref: virtualizer.measureElement,
              "data-index": index,
              "aria-rowindex": index + 2,
              onFocus: () => setFocused(index),
              onBlur: () => setFocused(null),
            })}
          </Fragment>
        );
      })}
      <Space columns={columns} height={end - (items.at(-1)?.end ?? end) - gap} />
    </>
  );
}

function Space({ height, columns, ref }: { height: number; columns: number; ref?: Ref<HTMLTableRowElement> }) {
  return (
    <tr ref={ref} className={styles["space"]} aria-hidden="true" hidden={height <= 0} style={{ height }}>
      {/* Space, and no control. */}
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label */}
      <td colSpan={columns} />
    </tr>
  );
}
