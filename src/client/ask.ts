// One question to the daemon, for commands: asked at once of the daemon that is registered. Only where nobody takes it
// is one looked for and started, as `connect` does for those who have more to ask.

import type { InputOf, OperationName, OutputOf } from "../areas/contracts.ts";
import type { Paths } from "../config/paths.ts";
import { isNewer, version } from "../platform/version.ts";
import { TellbackError } from "../protocol/errors.ts";
import { createClient } from "./client.ts";
import { connect, findDaemon } from "./connect.ts";
import { type Registration, readRegistration } from "./registration.ts";
import { socketTransport } from "./socket.ts";

/** An answer may take long. Every so often it is made sure that the daemon is not stuck. */
const doubtMs = 30_000;

export async function ask<N extends OperationName>(
  paths: Paths,
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N>> {
  const daemon = readRegistration(paths);
  if (daemon && !isNewer(version, daemon.version)) {
    try {
      return await askRegistered(paths, daemon, name, input);
    } catch (thrown) {
      if (!isUntaken(TellbackError.from(thrown))) throw thrown;
    }
  }
  const { client } = await connect(paths);
  return client.call(name, input);
}

async function askRegistered<N extends OperationName>(
  paths: Paths,
  daemon: Registration,
  name: N,
  input: InputOf<N>,
): Promise<OutputOf<N>> {
  const given = new AbortController();
  const doubt = setInterval(async () => {
    if (!(await findDaemon(paths))) given.abort();
  }, doubtMs);
  try {
    return await createClient(socketTransport(daemon)).call(name, input, given.signal);
  } finally {
    clearInterval(doubt);
  }
}

/** Nobody was there, or one that has just taken the place of the registered: nothing was done, so it can be asked again. */
function isUntaken({ code, cause }: TellbackError): boolean {
  return code === "unauthorized" || (cause as NodeJS.ErrnoException | undefined)?.syscall === "connect";
}
