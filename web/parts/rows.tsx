// A list of any length: only the visible rows are in the document. All rows have one height, so every position is known
// without measuring. For a screen reader it is a list box that knows how many rows there are.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { onListKeys } from "../shell/keys.ts";

interface RowsProps {
  label: string;
  count: number;
  rowHeight: number;
  selected: number;
  /** The keys or a click chose a row. */
  onSelect(index: number): void;
  /** Enter on the selected row. */
  onOpen?(index: number): void;
  /** Esc; returns false if there is nothing to close. */
  onClose?(): boolean;
  /** The rows that are visible, to load them. */
  onShow?(first: number, last: number): void;
  /** Scroll the row into the middle when this changes. */
  reveal?: { index: number; key: string } | null;
  onTop?(isAtTop: boolean): void;
  row(index: number): ComponentChildren;
}

const beyond = 4;
/** Browsers stop at about 33 million pixels. */
const maxPixels = 30_000_000;

export function Rows(props: RowsProps) {
  const { label, count, rowHeight, selected, onSelect, onOpen, onClose, onShow, reveal, row, onTop } = props;
  const box = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  // As many as the window could show: the first rows are drawn once.
  const [visible, setVisible] = useState(() => Math.ceil(innerHeight / rowHeight));
  const id = useId();
  const shown = Math.min(count, Math.floor(maxPixels / rowHeight));

  useLayoutEffect(() => {
    const element = box.current as HTMLDivElement;
    let frame = 0;
    const look = () => {
      frame = 0;
      setFirst(Math.floor(element.scrollTop / rowHeight));
      setVisible(Math.ceil(element.clientHeight / rowHeight) + 1);
      onTop?.(element.scrollTop < rowHeight);
    };
    const later = () => {
      frame ||= requestAnimationFrame(look);
    };
    const size = new ResizeObserver(later);
    size.observe(element);
    element.addEventListener("scroll", later, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener("scroll", later);
      cancelAnimationFrame(frame);
    };
  }, [rowHeight, onTop]);

  useEffect(() => {
    onShow?.(first, Math.min(shown - 1, first + visible));
  }, [first, visible, shown, onShow]);

  useEffect(() => {
    if (!reveal || !box.current) return;
    box.current.scrollTop = Math.max(0, reveal.index * rowHeight - box.current.clientHeight / 3);
  }, [reveal?.key, reveal?.index, rowHeight]);

  // Keys may come faster than the list is drawn.
  const latest = useRef({ selected, shown, onSelect, onOpen, onClose });
  latest.current = { selected, shown, onSelect, onOpen, onClose };
  useLayoutEffect(
    () =>
      onListKeys({
        move(by) {
          const { selected: at, shown: all } = latest.current;
          if (all === 0) return;
          const next = Math.min(all - 1, Math.max(0, at < 0 ? 0 : at + by));
          latest.current.selected = next;
          latest.current.onSelect(next);
          scrollTo(box.current, next, rowHeight);
        },
        open() {
          if (latest.current.selected >= 0) latest.current.onOpen?.(latest.current.selected);
        },
        close: () => latest.current.onClose?.() ?? false,
      }),
    [rowHeight],
  );

  const from = Math.max(0, Math.min(first, shown) - beyond);
  const to = Math.min(shown, first + visible + beyond);
  const indexes = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
  return (
    <div
      ref={box}
      class="rows"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={selected >= from && selected < to ? `${id}-${selected}` : undefined}
    >
      <div role="presentation" style={{ height: `${shown * rowHeight}px` }}>
        <div role="presentation" style={{ transform: `translateY(${from * rowHeight}px)` }}>
          {indexes.map((index) => (
            <div
              key={index}
              id={`${id}-${index}`}
              class="row"
              role="option"
              aria-selected={index === selected}
              aria-setsize={shown}
              aria-posinset={index + 1}
              style={{ height: `${rowHeight}px` }}
              onClick={() => {
                onSelect(index);
                onOpen?.(index);
              }}
            >
              {row(index)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function scrollTo(box: HTMLDivElement | null, index: number, rowHeight: number): void {
  if (!box) return;
  const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight];
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
