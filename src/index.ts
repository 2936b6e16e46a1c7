// The SDK: tellback's memory inside another program, or a client of a running daemon.

export { type InputOf, type OperationName, type OutputOf, operations } from "./areas/contracts.ts";
export { type Client, createClient, fetchTransport, type Transport } from "./client/client.ts";
export { type Connection, connect, findDaemon } from "./client/connect.ts";
export { type LoadOptions, loadConfig } from "./config/load.ts";
export { pathsOf } from "./config/paths.ts";
export { importTranscripts } from "./journeys/import/import.ts";
export { mapProject } from "./journeys/map/map.ts";
export { capture } from "./memory/capture/capture.ts";
export { embedPending } from "./memory/embed.ts";
export type { Memory } from "./memory/memory.ts";
export { type ErrorCode, TellbackError } from "./protocol/errors.ts";
export type { HookEvent } from "./protocol/hook.ts";
export type { Observation } from "./protocol/observations.ts";
export type { Session } from "./protocol/sessions.ts";
export {
  ask,
  type EmbeddedOperation,
  functionLibrary,
  type OpenedMemory,
  type OpenOptions,
  openMemory,
  projectWork,
  query,
  recall,
  remember,
  searchMemory,
  show,
} from "./sdk.ts";
export type { Functions, Json, NewFunctionTest, SaveOptions } from "./sdk-functions.ts";
export type { Project, Sessions, Tasks, Work } from "./sdk-work.ts";
