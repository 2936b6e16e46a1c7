// execute: one program that is not in the library, without a store and without a daemon.

import { loadConfig } from "../../config/load.ts";
import type { FunctionLanguage } from "../../protocol/functions.ts";
import {
  type Answer,
  analyse,
  defaultLimits,
  type Limits,
  openSandbox,
  refusalOf,
} from "../../rooms/functions/room.ts";

export interface BareProgram {
  language: FunctionLanguage;
  code: string;
  entry: string;
  args: readonly unknown[];
  limits: { [K in keyof Limits]?: Limits[K] | undefined };
}

export async function execute(program: BareProgram, options: { isAnalysed: boolean }): Promise<Answer> {
  const refusal = options.isAnalysed ? refusalOf(await analyse(program.code, program.language)) : null;
  if (refusal !== null) {
    return { status: "refused", value: null, stdout: "", stderr: "", error: refusal, ms: 0, peakMb: 0 };
  }
  const { config } = loadConfig();
  const sandbox = openSandbox({ keepsReady: false, allowsWeak: config["functions.weakIsolation"] });
  try {
    return await sandbox.run({ ...program, library: [], limits: limitsWith(program.limits) });
  } finally {
    await sandbox.close();
  }
}

function limitsWith({ timeoutMs, memoryMb, outputBytes }: BareProgram["limits"]): Limits {
  return {
    timeoutMs: timeoutMs ?? defaultLimits.timeoutMs,
    memoryMb: memoryMb ?? defaultLimits.memoryMb,
    outputBytes: outputBytes ?? defaultLimits.outputBytes,
  };
}
