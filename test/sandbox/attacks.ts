// Programs that try to leave the sandbox, to outlive it, to exhaust it or to forge its answer. `{file}`, `{port}`,
// `{socket}` and `{write}` are replaced by targets outside that the test watches.

import type { Program } from "../../src/rooms/procedural/room.ts";

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
];
