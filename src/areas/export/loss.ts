// What is lost by forgetting and by redacting, in words.

import type { LossesOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";
import { forgettingText, texts } from "./text.ts";

export const losses: LossesOf<typeof operations> = {
  "forget.preview": (preview, asked) => {
    const goes = forgettingText(preview, asked);
    return goes === null ? null : { goes, stays: preview.stays };
  },
  "redact.preview": (preview, _, stays) =>
    preview.total === 0
      ? null
      : { goes: `This rewrites what is stored: ${texts["redact.preview"](preview)}`, stays },
};
