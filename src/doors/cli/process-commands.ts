// The commands that start the daemon or another door in this process; all others are declared by their area's command.ts.

import type { AreaCommands } from "../../areas/command.ts";

export const processCommands: AreaCommands = {
  start: {
    summary: "Import transcripts, show what is remembered and what to do next",
    options: [
      ["--yes", "import existing transcripts without asking"],
      ["--sample", "import the bundled sample conversation instead"],
      ["--once", "also stop the daemon afterwards"],
    ],
    run: async (_, options) => (await import("./start.ts")).start(options),
  },
  "daemon run": {
    summary: "Run the daemon in this process",
    run: async () => (await import("./run-daemon.ts")).run(),
  },
  serve: {
    summary: "Run the daemon and also listen on a loopback port, guarded by a token",
    options: [["--port <port>", "port on 127.0.0.1 (default: any free one)"]],
    run: async (_, options) => (await import("./run-daemon.ts")).serve(options),
  },
  mcp: {
    summary: "Run an MCP server on stdin and stdout (for the host agent, not for people)",
    options: [["--no-instructions", "give no instructions: the host has a skill or a note that does"]],
    run: async (_, options) => (await import("../mcp/stdio.ts")).runMcp(options),
  },
  hook: {
    args: "<host>",
    summary: "Read a hook's payload from stdin (for the host agent, not for people)",
    options: [
      ["--inbox <file>", "the payload is already in this inbox file"],
      ["--response <text>", "try a reply: run the <ctx:*> commands in it and show their answers"],
      ["--session <id>", "with --response: act in this session (default: a session of its own)"],
    ],
    run: async ([host], options) => {
      if (options.response === undefined)
        return (await import("../hook/hook.ts")).runHook(host ?? "", options);
      // Unlike a hook, it says what goes wrong.
      const { runOperation } = await import("./run-operation.ts");
      return runOperation("command.try", { text: options.response, session: options.session }, options);
    },
  },
};
