// Hooks for views: the answer of an operation that follows its input and the memory, and long lists page by page.

import { useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { InputOf, OperationName, OutputOf } from "../../src/areas/contracts.ts";
import { TellbackError } from "../../src/protocol/errors.ts";
import { call, reconnects } from "./api.ts";
import { pulse } from "./live.ts";

export interface Answer<T> {
  data: T | null;
  error: TellbackError | null;
  isLoading: boolean;
  reload(): void;
}

export interface UseOptions {
  /** Ask again whenever something was stored, changed or deleted. */
  live?: boolean;
}

/** The last answer stays on the screen until the next one is there. A null input asks nothing. */
export function useOperation<N extends OperationName>(
  name: N,
  input: InputOf<N> | null,
  { live = false }: UseOptions = {},
): Answer<OutputOf<N>> {
  const [state, setState] = useState<Omit<Answer<OutputOf<N>>, "reload">>({
    data: null,
    error: null,
    isLoading: input !== null,
  });
  const answered = useRef<string | null>(null);
  const [asked, setAsked] = useState(0);
  const beat = live ? pulse.value : 0;
  const again = reconnects.value;
  const key = JSON.stringify(input);
  useEffect(() => {
    if (input === null) return setState({ data: null, error: null, isLoading: false });
    const given = new AbortController();
    setState((before) => ({ ...before, isLoading: true }));
    call(name, input, given.signal).then(
      (data) => {
        if (given.signal.aborted) return;
        answered.current = key;
        setState({ data, error: null, isLoading: false });
      },
      (thrown) => {
        if (!given.signal.aborted)
          setState((before) => ({ data: before.data, error: TellbackError.from(thrown), isLoading: false }));
      },
    );
    return () => given.abort();
  }, [name, key, asked, beat, again]);
  // The answer on the screen may be of the input before.
  const isOld = input !== null && answered.current !== key && !state.error;
  const reload = useCallback(() => setAsked((n) => n + 1), []);
  return { ...state, isLoading: state.isLoading || isOld, reload };
}

/** Runs something that changes the memory, with its state for a button. */
export function useAction<A extends unknown[]>(run: (...args: A) => Promise<unknown>) {
  const isBusy = useSignal(false);
  const error = useSignal<TellbackError | null>(null);
  const act = async (...args: A): Promise<boolean> => {
    isBusy.value = true;
    error.value = null;
    try {
      await run(...args);
      return true;
    } catch (thrown) {
      error.value = TellbackError.from(thrown);
      return false;
    } finally {
      isBusy.value = false;
    }
  };
  return { act, isBusy: useComputed(() => isBusy.value), error };
}

export interface Pages<T> {
  total: number | null;
  error: TellbackError | null;
  /** Undefined while it is not loaded. */
  row(index: number): T | undefined;
  /** The ids of the rows, where they are loaded. */
  ids(): readonly (string | undefined)[];
  /** Loads what is visible; while a request runs, only the newest wish is kept. */
  show(first: number, last: number): void;
  reload(): void;
}

const pageRows = 100;

export function usePages<T extends { id: string }>(
  key: string,
  load: (offset: number, limit: number, isFirst: boolean) => Promise<{ rows: T[]; total: number }>,
): Pages<T> {
  const [version, setVersion] = useState(0);
  const [, draw] = useState(0);
  const box = useRef<{
    key: string;
    pages: Map<number, T[]>;
    total: number | null;
    error: TellbackError | null;
  }>(null);
  const whole = `${key}|${version}|${reconnects.value}`;
  if (box.current?.key !== whole) {
    // While the new rows load, the old ones stay on the screen if they are of the same list.
    const isSame = box.current?.key.startsWith(`${key}|`) ?? false;
    box.current = {
      key: whole,
      pages: new Map(isSame ? box.current?.pages : []),
      total: isSame ? (box.current?.total ?? null) : null,
      error: null,
    };
  }
  const loaded = useRef(new Set<string>());
  const wish = useRef<[number, number]>([0, 0]);
  const isBusy = useRef(false);
  // Of the same drawing as the box: a request that is under way when the list changes goes on with the new list's rows.
  const latestLoad = useRef(load);
  latestLoad.current = load;

  const pump = useCallback(async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    for (;;) {
      const now = box.current;
      if (!now) break;
      const [first, last] = wish.current.map((index) => Math.floor(index / pageRows)) as [number, number];
      const missing = [];
      for (let page = first; page <= last; page++)
        if (!loaded.current.has(`${now.key}#${page}`)) missing.push(page);
      const [page] = missing;
      if (page === undefined || now.error) break;
      try {
        const isFirst = ![...loaded.current].some((name) => name.startsWith(`${now.key}#`));
        const { rows, total } = await latestLoad.current(page * pageRows, pageRows, isFirst);
        loaded.current.add(`${now.key}#${page}`);
        now.pages.set(page, rows);
        now.total = total;
      } catch (thrown) {
        now.error = TellbackError.from(thrown);
      }
      draw((n) => n + 1);
    }
    isBusy.current = false;
  }, []);

  useEffect(() => {
    loaded.current = new Set();
    void pump();
  }, [whole]);

  const { pages, total, error } = box.current;
  return {
    total,
    error,
    row: (index) => pages.get(Math.floor(index / pageRows))?.[index % pageRows],
    ids() {
      const ids: (string | undefined)[] = [];
      for (const [page, rows] of pages)
        for (const [i, { id }] of rows.entries()) ids[page * pageRows + i] = id;
      return ids;
    },
    show(first, last) {
      wish.current = [Math.max(0, first), Math.max(0, last)];
      void pump();
    },
    reload: useCallback(() => setVersion((n) => n + 1), []),
  };
}

/** Calls back whenever the memory has changed. */
export function usePulse(then: () => void): void {
  const first = useRef(pulse.peek());
  useSignalEffect(() => {
    if (pulse.value === first.current) return;
    first.current = pulse.value;
    then();
  });
}
