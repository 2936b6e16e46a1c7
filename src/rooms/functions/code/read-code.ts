// What the code of a function says: its definitions, what is refused in it, one definition with what it needs, and how
// two versions differ. For the thread that reads code, and for a program without one.

import { createTwoFilesPatch } from "diff";
import { parse, symbolsOf } from "../../../../libs/callgraph/index.ts";
import type { Analysis, FunctionLanguage } from "../../../protocol/functions.ts";
import { analyse } from "../check/check.ts";
import { withNeeds } from "./with-needs.ts";

interface Definition {
  name: string;
  qualified: string;
  parent: string | null;
  kind: string;
  signature: string;
  documentation: string;
  bodyHash: string;
}

export interface Outline {
  definitions: Definition[];
  hasError: boolean;
}

interface LabelledCode {
  label: string;
  code: string;
}

export type CodeQuestion =
  | { is: "outline"; code: string; language: FunctionLanguage }
  | { is: "analysis"; code: string; language: FunctionLanguage; allowed: readonly string[] }
  | { is: "definition"; code: string; language: FunctionLanguage; name: string }
  | { is: "difference"; before: LabelledCode; after: LabelledCode };

export async function answerAbout(question: CodeQuestion): Promise<Outline | Analysis | string | null> {
  switch (question.is) {
    case "outline":
      return outlineOf(question.code, question.language);
    case "analysis":
      return analyse(question.code, question.language, question.allowed);
    case "definition": {
      const tree = await parse(question.code, question.language);
      return tree ? withNeeds(tree, question.name) : null;
    }
    case "difference": {
      const { before, after } = question;
      return createTwoFilesPatch(before.label, after.label, before.code, after.code, "", "");
    }
  }
}

async function outlineOf(code: string, language: FunctionLanguage): Promise<Outline> {
  const tree = await parse(code, language);
  if (!tree) return { definitions: [], hasError: false };
  const definitions = symbolsOf(tree).map(
    ({ name, qualified, parent, kind, signature, documentation, bodyHash }) => ({
      ...{ name, qualified, parent, kind, signature, documentation, bodyHash },
    }),
  );
  return { definitions, hasError: tree.hasError };
}
