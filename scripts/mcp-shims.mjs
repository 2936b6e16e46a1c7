// Replaces the MCP SDK's default validator, ajv: 250 kB that a server loads before it answers, to check
// forms that tellback never sends to a client. This is the smaller validator that the SDK has for other platforms.

export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator } from "@modelcontextprotocol/server/validators/cf-worker";

const { process } = globalThis;

export { process };
