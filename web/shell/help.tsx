// `?`: every key of the page.

import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "./palette.tsx";
import { views } from "./views.ts";

const keys: readonly (readonly [string, string])[] = [
  ["Ctrl K", "go to anything"],
  ["/", "search"],
  ["j k", "next, previous row"],
  ["Enter", "open the row"],
  ["Esc", "close, go back"],
  ["?", "this help"],
];

export function Help() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const letters = views.flatMap(({ letter, title }) => (letter ? [[`g ${letter}`, title] as const] : []));
  return (
    <Dialog label="Keys">
      <div class="help" tabIndex={0} ref={box}>
        <h2>Keys</h2>
        <dl class="keys">
          {[...keys, ...letters].map(([key, what]) => (
            <div key={key}>
              <dt>
                {key.split(" ").map((one) => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Dialog>
  );
}
