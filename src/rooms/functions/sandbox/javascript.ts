// The child for JavaScript: QuickJS, a JavaScript engine in WebAssembly, without any function of the host but printing.
// For TypeScript it removes the types first: the program that does so takes very long for some texts, and after others it
// answers nothing any more, so it must not run in the daemon.

import { stripTypeScriptTypes } from "node:module";
import variant from "@jitl/quickjs-ng-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSSyncVariant,
} from "quickjs-emscripten-core";
import { collector, failed, serve } from "./child.ts";
import { limitMemory } from "./doors.ts";
import type { ChildAnswer, LibraryPart, Program } from "./program.ts";

const stackBytes = 512 * 1024;
const megabyte = 1024 * 1024;
/** The engine's own memory. Without this limit the machine grows in steps, far beyond what the program may use. */
const engineMb = 16;
/** Promises that a program leaves behind are continued this often. */
const maxJobs = 100_000;

const engine = await newQuickJSWASMModuleFromVariant(
  // The package's types name its module, its value is the variant.
  variant as unknown as QuickJSSyncVariant,
);

// Loaded before a program comes, as the engine is.
if (process.argv[2] === "typescript") stripTypeScriptTypes("");

serve((given) => {
  const program = given.language === "typescript" ? withoutTypes(given) : given;
  const runtime = engine.newRuntime();
  runtime.setMemoryLimit(program.limits.memoryMb * megabyte);
  limitMemory(program.limits.memoryMb + engineMb);
  runtime.setMaxStackSize(stackBytes);
  const deadline = performance.now() + program.limits.timeoutMs;
  runtime.setInterruptHandler(() => performance.now() > deadline);
  return answerOf(runtime.newContext(), program);
});

/** Types are removed, nothing is translated. */
function withoutTypes(program: Program): Program {
  const stripped = (code: string) => {
    try {
      return stripTypeScriptTypes(code);
    } catch (error) {
      const { code: why, message } = error as { code?: string; message: string };
      const isSyntax = why !== undefined && /TYPESCRIPT_SYNTAX$/.test(why);
      throw new UnreadableCode(isSyntax ? message : "it is nested too deeply");
    }
  };
  const library = program.library.map((part) => ({ ...part, code: stripped(part.code) }));
  return { ...program, code: stripped(program.code), library };
}

class UnreadableCode extends Error {
  override name = "the TypeScript cannot be read";
}

function answerOf(vm: QuickJSContext, program: Program): ChildAnswer {
  const output = collector(program.limits);
  offerConsole(vm, output.write);
  // Taken before the program runs, so that it cannot replace them.
  const json = { parse: readJson(vm, "parse"), stringify: readJson(vm, "stringify") };
  try {
    for (const part of program.library) loadPart(vm, part);
    const entry = entryOf(vm, program);
    const args = program.args.map((arg) =>
      vm.unwrapResult(vm.callFunction(json.parse, vm.undefined, vm.newString(JSON.stringify(arg)))),
    );
    const returned = settled(vm, vm.unwrapResult(vm.callFunction(entry, vm.undefined, args)));
    const text = vm.unwrapResult(vm.callFunction(json.stringify, vm.undefined, returned));
    const isText = vm.typeof(text) === "string";
    // Its length is asked first: a huge text must not be copied out of the machine.
    const length = isText ? vm.getNumber(vm.getProp(text, "length")) : 0;
    if (length > program.limits.outputBytes)
      return { status: "output", ...output.streams, error: `the result has ${length} characters` };
    const value = isText ? vm.getString(text) : "null";
    return { status: "ok", value, ...output.streams, error: "" };
  } catch (error) {
    const answer = failed(error, output.streams);
    const isMemory = /out of memory/i.test(answer.error);
    return isMemory ? { ...answer, status: "memory" } : answer;
  }
}

function readJson(vm: QuickJSContext, name: "parse" | "stringify"): QuickJSHandle {
  return vm.getProp(vm.getProp(vm.global, "JSON"), name);
}

/** A part has its own scope; the program sees its function as a global name. */
function loadPart(vm: QuickJSContext, { name, entry, code }: LibraryPart): void {
  for (const one of [name, entry]) checkName(one);
  const plain = code.replace(/^[ \t]*export\s+(?:default\s+)?/gm, "");
  vm.unwrapResult(
    vm.evalCode(`globalThis.${name} = (() => {\n${plain}\nreturn ${entry};\n})();`, `${name}.js`),
  );
}

/** The function to call: exported by a module, or defined at the top level of a script. */
function entryOf(vm: QuickJSContext, { code, entry }: Program): QuickJSHandle {
  const isModule = /^[ \t]*export\s/m.test(code);
  const evaluated = vm.unwrapResult(
    vm.evalCode(code, "function.js", { type: isModule ? "module" : "global" }),
  );
  const scope = isModule ? settled(vm, evaluated) : vm.global;
  const found = isModule ? vm.getProp(scope, entry) : ofScript(vm, entry);
  if (vm.typeof(found) === "function") return found;
  const exported = isModule ? vm.getProp(scope, "default") : vm.undefined;
  if (vm.typeof(exported) === "function") return exported;
  throw new Error(`the code has no function "${entry}"`);
}

/** `const f = …` is not a property of the global object, so the name is evaluated. */
function ofScript(vm: QuickJSContext, entry: string): QuickJSHandle {
  checkName(entry);
  return vm.unwrapResult(vm.evalCode(`typeof ${entry} === "undefined" ? undefined : ${entry}`));
}

function checkName(name: string): void {
  if (!/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(name)) throw new Error(`invalid name "${name}"`);
}

/** Waits for a promise: nothing outside can settle one, so its jobs are run until none is left. */
function settled(vm: QuickJSContext, handle: QuickJSHandle): QuickJSHandle {
  const run = vm.runtime.executePendingJobs(maxJobs);
  if (run.error) throw vm.unwrapResult(run);
  const state = vm.getPromiseState(handle);
  if (state.type === "fulfilled") return state.value;
  if (state.type === "rejected") return vm.unwrapResult({ error: state.error } as never);
  throw new Error("the promise that the function returned never settles");
}

function offerConsole(vm: QuickJSContext, write: (stream: "stdout" | "stderr", text: string) => void): void {
  const console = vm.newObject();
  const streams = {
    log: "stdout",
    info: "stdout",
    debug: "stdout",
    warn: "stderr",
    error: "stderr",
  } as const;
  for (const [name, stream] of Object.entries(streams)) {
    const print = vm.newFunction(name, (...args) => {
      write(stream, `${args.map((arg) => printed(vm, arg)).join(" ")}\n`);
    });
    vm.setProp(console, name, print);
  }
  vm.setProp(vm.global, "console", console);
}

function printed(vm: QuickJSContext, arg: QuickJSHandle): string {
  if (vm.typeof(arg) === "string") return vm.getString(arg);
  const value = vm.dump(arg) as unknown;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
