// Answers of operations for models: the command line has its own commands for the same questions.

import type { TextsOf } from "../text/renderer.ts";
import type { operations } from "./contract.ts";

const asData = (answer: object) => JSON.stringify(answer, null, 2);

export const texts = {
  search_memory: asData,
  get: asData,
  get_summary: asData,
  get_project_knowledge: asData,
  "agent.recall": asData,
  "agent.remember": asData,
  "agent.task": asData,
  save_function: asData,
  search_functions: asData,
  run_function: asData,
  test_function: asData,
  list_sessions: asData,
  code_map: asData,
} satisfies TextsOf<typeof operations>;
