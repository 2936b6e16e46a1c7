// A list beside the detail of its chosen row. The address names the row; in a narrow window the detail takes the place of
// the list, and its button leads back.

import type { ComponentChildren } from "preact";
import { go } from "../shell/router.ts";
import { Icon } from "./icons.tsx";

interface SplitProps {
  label: string;
  /** Null while no row is chosen. */
  detail: ComponentChildren | null;
  class?: string;
  children: ComponentChildren;
}

export function Split({ label, detail, class: name = "", children }: SplitProps) {
  return (
    <div class={`split ${name}${detail ? " with-detail" : ""}`}>
      <section class="list-side" aria-label={label}>
        {children}
      </section>
      {detail}
    </div>
  );
}

interface SideProps {
  label: string;
  onClose?: (() => void) | undefined;
  children: ComponentChildren;
}

export function DetailSide({ label, onClose, children }: SideProps) {
  return (
    <section class="detail" aria-label={label}>
      {onClose && (
        <button type="button" class="plain close" aria-label="Close" title="Close (Esc)" onClick={onClose}>
          <Icon name="cross" />
        </button>
      )}
      {children}
    </section>
  );
}

/** What the keys and clicks of a list do: the id of a row goes into the address, and out of it. */
export function chosenIn(
  ids: readonly (string | undefined)[],
  chosen: string | null,
  addressOf: (id: string | null) => string,
) {
  const close = () => go(addressOf(null));
  const choose = (index: number) => {
    const id = ids[index];
    if (id) go(addressOf(id), chosen ? "replace" : "push");
  };
  return {
    choose,
    close,
    /** For `Rows`. */
    keys: {
      selected: chosen ? ids.indexOf(chosen) : -1,
      onSelect: choose,
      onClose() {
        if (!chosen) return false;
        close();
        return true;
      },
    },
  };
}
