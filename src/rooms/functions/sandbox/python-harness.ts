// The part of the Python child that is written in Python: it removes what leads out of the sandbox, and calls the
// function. Its result is a function of the program's text, the entry's name and the arguments.

/** Modules that reach JavaScript, the network, processes or raw memory. They can be neither imported nor found. */
const closedModules = [
  ...[
    "js",
    "pyodide_js",
    "_pyodide_core",
    "pyodide",
    "_pyodide",
    "pyodide.ffi",
    "pyodide.code",
    "pyodide.http",
  ],
  ...[
    "ctypes",
    "_ctypes",
    "socket",
    "_socket",
    "ssl",
    "_ssl",
    "subprocess",
    "_posixsubprocess",
    "multiprocessing",
  ],
  ...["webbrowser", "micropip", "_emscripten_info", "mmap", "faulthandler"],
];

export const pythonHarness = `
def _harness():
    import builtins, json, sys, traceback, io, importlib
    dumps, loads = json.dumps, json.loads
    compiled, execute, text_of = compile, exec, str
    limit = 4000
    closed = frozenset(${JSON.stringify(closedModules)})

    class Closed:
        def find_spec(self, name, path=None, target=None):
            if name in closed or name.split(".")[0] in closed:
                raise ImportError("the module " + repr(name) + " is not available in the sandbox")
            return None

    for name in [name for name in sys.modules if name in closed or name.split(".")[0] in closed]:
        del sys.modules[name]
    sys.meta_path[:] = [Closed()] + [
        finder for finder in sys.meta_path if type(finder).__module__.split(".")[0] not in ("_pyodide", "pyodide")
    ]
    modules = set(sys.modules)

    def fail(error):
        kind = type(error).__name__
        try:
            words = text_of(error)
        except BaseException:
            words = ""
        return dumps(["error", (kind + ": " + words)[:limit]])

    def call(code, entry, args, library):
        try:
            scope = {"__name__": "function", "__builtins__": builtins}
            for part in loads(library):
                own = dict(scope)
                execute(compiled(part["code"], part["name"] + ".py", "exec"), own)
                scope[part["name"]] = own[part["entry"]]
            execute(compiled(code, "function.py", "exec"), scope)
            function = scope.get(entry)
            if not callable(function):
                return dumps(["error", "the code has no function " + repr(entry)])
            result = function(*loads(args))
            if hasattr(result, "__await__"):
                result = waited(result)
            return dumps(["ok", dumps(result, ensure_ascii=False, allow_nan=False)])
        except BaseException as error:
            return fail(error)
        finally:
            try:
                sys.stdout.flush()
                sys.stderr.flush()
            except BaseException:
                pass

    def waited(awaitable):
        steps = awaitable.__await__()
        try:
            for _ in range(100000):
                next(steps)
        except StopIteration as end:
            return end.value
        raise RuntimeError("the awaitable that the function returned never ends")

    return call
_harness()
`;
