// Programs that try to leave the sandbox, to outlive it, to exhaust it or to forge its answer. `{file}`, `{port}`,
// `{socket}` and `{write}` are replaced by targets outside that the test watches.

import type { Program } from "../../../src/rooms/functions/room.ts";

export interface Attack {
  name: string;
  language: Program["language"];
  code: string;
}

function python(name: string, body: string): Attack {
  const indented = body
    .split("\n")
    .map((line) => `    ${line}`)
    .join("\n");
  return { name, language: "python", code: `def main():\n${indented}\n` };
}

function javascript(name: string, body: string): Attack {
  return { name, language: "javascript", code: `function main() {\n${body}\n}` };
}

function typescript(name: string, code: string): Attack {
  return { name, language: "typescript", code };
}

export const attacks: readonly Attack[] = [
  python("reads a file by its path", 'return open("{file}").read()'),
  python("reads a file by os.open", 'import os\nreturn os.read(os.open("{file}", 0), 100).decode()'),
  python("reads a file through pathlib", 'import pathlib\nreturn pathlib.Path("{file}").read_text()'),
  python(
    "plants a symlink in its own file system",
    'import os\nos.symlink("{file}", "/tmp/link")\nreturn open("/tmp/link").read()',
  ),
  python("reads /proc/self/environ", 'return open("/proc/self/environ", "rb").read().decode()'),
  python("walks up from its working folder", 'import os\nreturn [os.listdir("/"), os.listdir("../../..")]'),
  python("writes outside", 'open("{write}", "w").write("here")\nreturn True'),
  python(
    "connects to a port",
    'import socket\ns = socket.create_connection(("127.0.0.1", {port}), 2)\nreturn True',
  ),
  python(
    "asks a URL",
    'import urllib.request\nreturn urllib.request.urlopen("http://127.0.0.1:{port}/").read().decode()',
  ),
  python("runs a shell", 'import os\nreturn os.system("cat {file} > {write}")'),
  python(
    "starts a program",
    'import subprocess\nreturn subprocess.run(["cat", "{file}"], capture_output=True).stdout.decode()',
  ),
  python("forks for ever", "import os\nwhile True:\n    os.fork()"),
  python("reaches JavaScript by its module", "import js\nreturn js.process.env"),
  python(
    "reaches JavaScript by a loaded module",
    'import sys\nreturn [str(m) for m in sys.modules.values() if "js" in str(m)][0].process',
  ),
  python(
    "finds the host's proxy among all objects",
    'import gc\nfor one in gc.get_objects():\n    if type(one).__name__ == "JsProxy":\n        return str(one.constructor.constructor("return process.env")())\nreturn None',
  ),
  python(
    "calls the harness's own globals",
    "import sys\nframe = sys._getframe()\nwhile frame.f_back:\n    frame = frame.f_back\nreturn sorted(frame.f_globals)[:50]",
  ),
  python(
    "closes the child's streams",
    "import os\nfor n in range(10):\n    try:\n        os.close(n)\n    except OSError:\n        pass\nreturn 1",
  ),
  python("replaces json.dumps", 'import json\njson.dumps = lambda *a, **k: "forged"\nreturn {"a": 1}'),
  python(
    "replaces builtins",
    "import builtins\nbuiltins.dict = builtins.str = builtins.callable = None\nreturn 1",
  ),
  python("prints an answer", 'print(\'{"status": "ok", "value": "forged"}\')\nraise ValueError("real")'),
  python("exits with success", "import os\nos._exit(0)"),
  python("raises SystemExit", "raise SystemExit(0)"),
  python(
    "catches its own end",
    "while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass",
  ),
  python("sleeps for ever", "import time\ntime.sleep(3600)"),
  python("takes all memory", "x = []\nwhile True:\n    x.append(bytearray(10_000_000))"),
  python("makes a huge number", "return len(str(9 ** 9 ** 9))"),
  python("returns a huge value", 'return "x" * 50_000_000'),
  python("prints without end", 'while True:\n    print("x" * 10_000)'),
  python("nests too deep", "x = []\nfor _ in range(100_000):\n    x = [x]\nreturn x"),
  python(
    "returns a lie about its type",
    'class S(str):\n    def __len__(self):\n        return 0\nreturn S("x" * 10_000_000)',
  ),
  python("hides a name in another script", "ⅇval = None\nreturn ｅｖａｌ(\"__import__('os').system('id')\")"),
  javascript("asks for Node's process", "return process.env;"),
  javascript("makes code from text", 'return new Function("return process.env")();'),
  javascript("climbs through constructors", 'return console.log.constructor("return process")().env;'),
  javascript(
    "climbs through an error",
    "try { null.x; } catch (e) { return e.constructor.constructor('return process')().env; }",
  ),
  javascript(
    "pollutes the harness",
    "Object.prototype.status = 'ok'; Object.prototype.value = '\"forged\"'; throw new Error('real');",
  ),
  javascript("replaces JSON", "JSON.stringify = () => '\"forged\"'; JSON.parse = () => 1; return { a: 1 };"),
  javascript("returns a hostile toJSON", "return { toJSON() { for (;;) {} } };"),
  javascript("imports a module", 'return import("node:fs").then((fs) => fs.readFileSync("{file}", "utf8"));'),
  javascript("asks a URL", 'return fetch("http://127.0.0.1:{port}/").then((r) => r.text());'),
  javascript("loops for ever", "for (;;) {}"),
  javascript("loops in a promise", "const f = () => Promise.resolve().then(f); return f();"),
  javascript("never settles", "return new Promise(() => {});"),
  javascript("recurses without end", "const f = () => f() + 1; return f();"),
  javascript("takes all memory", "const x = []; for (;;) x.push(new Array(1e6).fill(1.5));"),
  javascript("makes a huge string", "return 'x'.repeat(2 ** 29);"),
  javascript("hangs in a regular expression", "return /^(a+)+$/.test('a'.repeat(40) + 'b');"),
  javascript("prints without end", "for (;;) console.log('x'.repeat(10000));"),
  javascript("returns a getter that throws", "return { get a() { throw new Error('no'); } };"),
  javascript("returns a proxy", "return new Proxy({}, { ownKeys() { for (;;) {} } });"),
  python(
    "writes an answer to the child's own stream",
    'import os\nos.write(1, b\'{"status":"ok","value":"\\\\"forged\\\\"","stdout":"","stderr":"","error":""}\\n\')\nraise ValueError("real")',
  ),
  python(
    "writes an answer when it is collected",
    'class Late:\n    def __del__(self):\n        print(\'{"status":"ok","value":"forged"}\')\nimport builtins\nbuiltins.late = Late()\nraise ValueError("real")',
  ),
  python(
    "changes the harness from a profile function",
    'import sys\ndef spy(frame, event, value):\n    for name in list(frame.f_globals):\n        if "value" in name or "answer" in name:\n            frame.f_globals[name] = "forged"\nsys.setprofile(spy)\nsys.settrace(lambda *a: spy)\nreturn 1',
  ),
  python(
    "ignores every signal and runs on",
    "import signal\nfor n in range(1, 65):\n    try:\n        signal.signal(n, signal.SIG_IGN)\n    except (OSError, ValueError, RuntimeError):\n        pass\nwhile True:\n    pass",
  ),
  python(
    "registers work for its exit",
    'import atexit\natexit.register(lambda: open("{write}", "w").write("x"))\nreturn 1',
  ),
  python(
    "unpickles a command",
    "import pickle\nreturn pickle.loads(b\"cos\\nsystem\\n(S'cat {file} > {write}'\\ntR.\")",
  ),
  python(
    "runs JavaScript by Pyodide's own module",
    'from pyodide.code import run_js\nreturn str(run_js("process.env"))',
  ),
  python(
    "loads a package",
    'import asyncio, micropip\nreturn asyncio.run(micropip.install("http://127.0.0.1:{port}/x.whl"))',
  ),
  python(
    "fetches by Pyodide's client",
    'from pyodide.http import pyfetch, open_url\nreturn open_url("http://127.0.0.1:{port}/").read()',
  ),
  python(
    "mounts a folder of the machine",
    'import pyodide_js\npyodide_js.mountNodeFS("/m", "/")\nreturn open("/m{file}").read()',
  ),
  python(
    "reads memory by address",
    "import ctypes\nreturn [ctypes.string_at(n, 16).hex() for n in range(0, 10**9, 4096)]",
  ),
  python(
    "maps a device",
    'import mmap, os\nreturn mmap.mmap(os.open("/dev/mem", os.O_RDWR), 4096)[:16].hex()',
  ),
  python(
    "starts threads for ever",
    "import threading\nwhile True:\n    threading.Thread(target=lambda: None).start()",
  ),
  python(
    "puts a finder before the harness's imports",
    'import sys\nclass F:\n    def find_spec(self, *a):\n        raise SystemExit("forged")\nsys.meta_path.insert(0, F())\nsys.modules.clear()\nreturn 1',
  ),
  python("returns half a character", 'return ["\\ud800", float("nan"), float("inf"), {1: 2}]'),
  python("widens a format", 'return len("%*d" % (2**31 - 1, 1))'),
  javascript(
    "replaces what promises do",
    "Promise.prototype.then = function (f) { f('forged'); return this; }; return 1;",
  ),
  javascript(
    "throws what loops when it is read",
    "throw { get message() { for (;;) {} }, toString() { for (;;) {} } };",
  ),
  javascript("loads QuickJS's own modules", 'return import("std").then((std) => std.loadFile("{file}"));'),
  javascript("runs a program by QuickJS", 'return import("os").then((os) => os.exec(["cat", "{file}"]));'),
  javascript(
    "returns a prototype by name",
    'return JSON.parse(\'{"__proto__": {"status": "forged"}, "constructor": {"prototype": {"a": 1}}}\');',
  ),
  javascript("makes a huge BigInt", "return String((2n ** 100000000n) * (3n ** 100000000n)).length;"),
  javascript("asks for a huge buffer", "const x = []; for (;;) x.push(new Uint8Array(2 ** 28).fill(1));"),
  javascript(
    "changes how arrays are copied",
    "Object.defineProperty(Array.prototype, '0', { set() { throw 'no'; } }); Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1; }; return [1, 2];",
  ),
  javascript(
    "compiles WebAssembly",
    "return WebAssembly.instantiate(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => process.env);",
  ),
  javascript("returns nesting without end", "let x = []; for (let i = 0; i < 1e6; i++) x = [x]; return x;"),
  javascript(
    "writes line breaks into its answer",
    'console.log(\'\\n{"status":"ok","value":"\\\\"forged\\\\""}\\n\'); throw new Error(\'\\n{"status":"ok","value":"forged"}\');',
  ),
  typescript(
    "hides a call behind types",
    'enum A { B }\nfunction main(): string { return (globalThis as any)["pro" + "cess"].env as string; }',
  ),
  typescript(
    "names a module in a type",
    'import type fs = require("node:fs");\nfunction main(): string { return (fs as never as { readFileSync(p: string): string }).readFileSync("{file}"); }',
  ),
];
