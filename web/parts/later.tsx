// A component from another chunk, which is loaded when it is first shown.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Later(props: Props) {
    const [Shown, setShown] = useState(() => loaded);
    useEffect(() => {
      if (Shown) return;
      void load().then((component) => {
        loaded = component;
        setShown(() => component);
      });
    }, []);
    return Shown ? <Shown {...props} /> : null;
  };
}
