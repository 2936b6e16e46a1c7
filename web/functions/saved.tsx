// What saving a function came to, where it did not go as hoped.

import type { OutputOf } from "../../src/areas/contracts.ts";

export type SaveAnswer = OutputOf<"fn.save">;

export function SavedNote({ saved }: { saved: SaveAnswer }) {
  const failed = saved.results.filter(({ passed }) => !passed);
  const title = saved.heldBack
    ? `Version ${saved.version} is held back: ${saved.heldBack}. Version ${saved.function.version} stays promoted.`
    : saved.refused
      ? `SaveAnswer, but it does not run: ${saved.refused}`
      : failed.length > 0
        ? "Saved, but not every test passes."
        : null;
  if (title === null) return null;
  return (
    <div class="failure" role="alert">
      <p>{title}</p>
      <ul>
        {failed.map(({ test, expected, got }) => (
          <li key={test}>
            {test}: expected {expected}, got {got}
          </li>
        ))}
      </ul>
    </div>
  );
}
