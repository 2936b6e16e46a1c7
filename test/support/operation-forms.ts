// The form of each operation, as programs of an earlier version use it: which inputs it takes, and what it answers.

import { z } from "zod";
import { operationNames, operationTable } from "../../src/areas/contracts.ts";

export interface OperationForm {
  inputs: string[];
  required: string[];
  answers: string[];
}

export function operationForms(): Record<string, OperationForm> {
  return Object.fromEntries(
    operationNames.map((name) => {
      const { input, output } = operationTable[name];
      const { properties = {}, required = [] } = formOf(input, "input");
      const answers = Object.keys(formOf(output, "output").properties ?? {});
      return [name, { inputs: Object.keys(properties), required, answers }];
    }),
  );
}

function formOf(schema: z.ZodType, io: "input" | "output") {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" }) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
}
