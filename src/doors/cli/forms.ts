// What the command line needs from each operation, as plain data. The build replaces this file by its values, so
// that a command loads neither zod nor the schemas; the daemon checks every input.

import { z } from "zod";
import { type OperationName, operationNames, operationTable } from "../../areas/contracts.ts";
import { type CliForm, isActing, type LossShownBy } from "../../areas/operation.ts";

export interface Input {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: string[];
  isRequired: boolean;
}

export interface Form {
  summary: string;
  /** Inputs that are taken by position, in this order. */
  positional: readonly string[];
  inputs: Readonly<Record<string, Input>>;
  isForAgentsOnly: boolean;
  cli: CliForm;
  /** Whether it acts in a session. */
  isActing: boolean;
  lossShownBy?: LossShownBy | undefined;
}

export const forms = Object.fromEntries(operationNames.map((name) => [name, formOf(name)])) as Record<
  OperationName,
  Form
>;

function formOf(name: OperationName): Form {
  const { summary, positional, input, lossShownBy, cli = {} } = operationTable[name];
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: "input" });
  const inputs = Object.entries(properties as Record<string, Omit<Input, "isRequired">>).map(
    ([key, { type, description, default: value, enum: choices }]) => [
      key,
      { type, description, default: value, enum: choices, isRequired: required.includes(key) },
    ],
  );
  return {
    summary,
    positional,
    inputs: Object.fromEntries(inputs),
    isForAgentsOnly: "isForAgentsOnly" in operationTable[name],
    ...{ lossShownBy, cli, isActing: isActing(input.shape.session) },
  };
}
