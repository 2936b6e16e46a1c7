// What could be injected at a moment: candidates, their sections and the budget. The files named gather-* make plans;
// recall injects them, and `tellback context` shows them.

import type { Config } from "../../config/schema.ts";
import type { Budget, Section } from "../../context/compose.ts";
import { frame } from "../../context/quote.ts";
import type { Inert } from "../../protocol/inert.ts";
import type { Candidate } from "./candidates.ts";

export interface Plan {
  heading: Inert;
  sections: Section[];
  candidates: Candidate[];
  budget: Budget;
}

/** Who receives the injection. */
export interface Reader {
  projectId: string;
  sessionId: string;
  settings: Config;
}

/** The client moves longer context out of the conversation into a file. */
export const maxCharacters = 9_500;

export const noPlan: Plan = {
  heading: frame``,
  sections: [],
  candidates: [],
  budget: { tokens: 0, characters: 0 },
};
