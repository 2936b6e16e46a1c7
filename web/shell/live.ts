// What is new, as it happens: one tab of the browser asks the daemon, and tells the others. Six tabs with a request
// each would use up all connections of the browser.

import { signal } from "@preact/signals";
import type { OutputOf } from "../../src/areas/contracts.ts";
import { call, connection } from "./api.ts";

type News = OutputOf<"feed">["items"];

/** Rises whenever something was stored, changed or deleted. */
export const pulse = signal(0);
/** What was stored last. */
const news = signal<News>([]);

const waitMs = 20_000;
const pauseMs = 1_000;

let isFollowing = false;

export function followMemory(): void {
  if (isFollowing) return;
  isFollowing = true;
  const channel = new BroadcastChannel("tellback-live");
  channel.onmessage = ({ data }) => tell(data as News);
  // The lock is held by one tab and passes to the next when that tab ends.
  void navigator.locks.request("tellback-live", () => lead((items) => channel.postMessage(items)));
}

async function lead(share: (items: News) => void): Promise<never> {
  let cursor: string | undefined;
  for (;;) {
    try {
      const answer = await call("feed", { ...(cursor !== undefined && { after: cursor }), waitMs });
      cursor = answer.cursor;
      if (!answer.changed) continue;
      tell(answer.items);
      share(answer.items);
    } catch {
      await new Promise((resolve) =>
        setTimeout(resolve, connection.value.is === "online" ? pauseMs : pauseMs / 2),
      );
    }
  }
}

function tell(items: News): void {
  news.value = items;
  pulse.value++;
}
