// Runs the command of this process and sets the exit code.

import { sayError, sayStack } from "../../areas/text/output.ts";
import { isDebugging } from "../../config/environment.ts";
import { asTellbackError, createProgram } from "./program.ts";

const json = /--json|--format[= ]json/.test(process.argv.slice(2).join(" "));

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const program = createProgram(process.argv[2]);
try {
  if (process.argv[2] === "complete") await import("./complete.ts").then(({ complete }) => complete(program));
  await program.parseAsync();
} catch (thrown) {
  const error = asTellbackError(thrown, process.argv.slice(2));
  if (error) process.exitCode = sayError(error, json);
  if (error && (isDebugging() || process.argv.includes("--debug"))) sayStack(thrown);
}
