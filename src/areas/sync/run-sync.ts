// tellback sync: asks for the passphrase of a place that this machine does not know yet, then exchanges memories.

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { isCancel, password } from "@clack/prompts";
import { connect } from "../../client/connect.ts";
import { syncPassphrase } from "../../config/environment.ts";
import { fromUser, pathsOf } from "../../config/paths.ts";
import { everything, keepKey, keyOf } from "../../journeys/sync/keys.ts";
import { keyFromPassphrase } from "../../journeys/sync/seal.ts";
import { checkKey } from "../../journeys/sync/vault.ts";
import { isGitRemote, locationOf } from "../../journeys/sync/vault-location.ts";
import { TellbackError } from "../../protocol/errors.ts";
import type { RunOperation } from "../command.ts";
import { syncKinds } from "./contract.ts";

interface Options extends Record<string, unknown> {
  keyFile?: string;
  project?: string;
  kinds?: string;
}

const leastBytes = 32;
const makeKey = `head -c ${leastBytes} /dev/urandom`;

export async function sync(given: string, options: Options, run: RunOperation): Promise<void> {
  const paths = pathsOf();
  const place = locationOf(paths, isGitRemote(given) ? given : fromUser(given));
  const input = {
    place: place.name,
    ...(options.project && { projects: options.project.split(",").map((folder) => fromUser(folder)) }),
    ...(options.kinds && { kinds: options.kinds.split(",").map((kind) => knownKind(kind.trim())) }),
  };
  const { client } = await connect(paths);
  const looked = await client.call("sync.look", { place: place.name });
  if (looked.key === "needed" || options.keyFile !== undefined) {
    const salt = looked.salt === null ? randomBytes(16) : Buffer.from(looked.salt, "base64");
    const isNew = looked.salt === null;
    const secret = options.keyFile
      ? secretIn(fromUser(options.keyFile))
      : (longEnough(syncPassphrase(), isNew) ?? (await askFor(isNew)));
    const key = await keyFromPassphrase(secret, salt);
    checkKey(place, key);
    keepKey(paths, place, { key, salt, chosen: keyOf(paths, place)?.chosen ?? everything });
  }
  await run("sync", input, options);
}

/** Any file that others cannot guess; its bytes are the passphrase. */
function secretIn(path: string): string {
  if (!existsSync(path))
    throw new TellbackError("not_found", `key file not found: ${path}`, {
      hint: `Copy it from the machine that has it, or make one: ${makeKey} > ${path}`,
    });
  const bytes = readFileSync(path);
  if (bytes.length >= leastBytes) return bytes.toString("base64");
  throw new TellbackError("invalid_input", `${path} is too short for a key`, {
    hint: `Make one: ${makeKey} > ${path}`,
  });
}

function knownKind(kind: string): string {
  if ((syncKinds as readonly string[]).includes(kind)) return kind;
  throw new TellbackError("invalid_input", `unknown kind "${kind}"`, {
    hint: `Kinds are ${syncKinds.join(", ")}.`,
  });
}

const minPassphraseLength = 12;

/** Only a new one must be: another vault may have been created with a shorter one. */
function longEnough<Passphrase extends string | undefined>(given: Passphrase, isNew: boolean): Passphrase {
  if (!isNew || given === undefined || given.length >= minPassphraseLength) return given;
  throw new TellbackError("invalid_input", "the passphrase is too short", {
    hint: `A new vault needs at least ${minPassphraseLength} characters.`,
  });
}

async function askFor(isNew: boolean): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new TellbackError("unauthorized", "the passphrase is missing", {
      hint: "Run it in a terminal, or use --key-file, or set TELLBACK_SYNC_PASSPHRASE.",
    });
  }
  const first = await typed(
    isNew ? `New passphrase for this vault (at least ${minPassphraseLength} characters)` : "Passphrase",
  );
  if (!isNew) return first;
  longEnough(first, isNew);
  if ((await typed("The same again")) !== first)
    throw new TellbackError("invalid_input", "the two passphrases differ");
  return first;
}

async function typed(message: string): Promise<string> {
  const answer = await password({ message });
  if (isCancel(answer)) throw new TellbackError("interrupted", "cancelled");
  return answer;
}
