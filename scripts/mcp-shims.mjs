// Stands in for the MCP SDK's own choice of a validator, ajv: 250 kB that a server loads before it answers, to check
// forms that engram never asks a client to fill in. This is the smaller one that the SDK brings for other platforms.

export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";

const { process } = globalThis;

export { process };
