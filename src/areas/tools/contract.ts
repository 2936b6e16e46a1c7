// Operations on tools of the user's own, which MCP clients, the chat and the command line run.

import { z } from "zod";
import { asGiven, folder, operation, path } from "../operation.ts";

const name = z.string().min(1).max(100).describe("name of the tool");

const ownTool = z.object({
  name: z.string(),
  description: z.string(),
  origin: z.enum(["user", "project"]),
  state: z.enum(["ready", "untrusted", "changed", "broken"]),
  problem: z.string().nullable(),
  runs: z.string().describe("the sandbox, or the program that it runs"),
  isReadOnly: z.boolean().describe("changes nothing: the chat does not ask before it"),
  input: z.record(z.string(), z.json()).describe("JSON schema of its input"),
  folder: z.string(),
});

const toolInput = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .default({})
  .transform((given, context): Record<string, unknown> => {
    if (typeof given !== "string") return given;
    try {
      const parsed: unknown = JSON.parse(given);
      if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed))
        return parsed as Record<string, unknown>;
    } catch {
      // Said below.
    }
    context.addIssue({ code: "custom", message: 'must be a JSON object, such as {"text": "a b"}' });
    return z.NEVER;
  })
  .describe("its input, as a JSON object (- reads stdin)");

export const operations = {
  "tool.list": operation(
    "List your own tools and those of the project, with what each runs",
    "nothing",
    z.object({ folder }),
    z.object({ tools: z.array(ownTool) }),
  ),
  "tool.run": operation(
    "Run one of your own tools",
    "memory",
    z.object({ name, input: asGiven(toolInput), folder }),
    z.object({
      name: z.string(),
      output: z.string(),
      isCut: z.boolean().describe("whether more was printed"),
      ms: z.number().int(),
    }),
    ["name", "input"],
  ),
  "tool.add": operation(
    "Add a tool: a folder with tool.json and its code or program is copied and trusted",
    "memory",
    z.object({ path: path(z.string().min(1)).describe("folder of the tool") }),
    z.object({ tool: ownTool }),
    ["path"],
    { cli: { within: "tool add" } },
  ),
  "tool.trust": operation(
    "Trust a tool of the project as it is now",
    "memory",
    z.object({ name, folder }),
    z.object({ tool: ownTool }),
    ["name"],
    { cli: { within: "tool trust" } },
  ),
  "tool.remove": operation(
    "Remove your copy of a tool; a tool of the project is no longer trusted",
    "memory",
    z.object({ name, folder }),
    z.object({ name: z.string(), isDeleted: z.boolean().describe("whether files were deleted") }),
    ["name"],
  ),
} as const;
