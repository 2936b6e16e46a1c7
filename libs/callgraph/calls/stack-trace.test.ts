import { describe, expect, test } from "vitest";
import { callsInTraces } from "./stack-trace.ts";

function shown(text: string): string[] {
  return callsInTraces(text).map(
    ({ caller, callee }) =>
      `${caller.function} ${caller.path}:${caller.line} -> ${callee.function} ${callee.path}:${callee.line}`,
  );
}

describe("a stack trace shows who called whom", () => {
  test("Python: the innermost frame is last", () => {
    const text = `Traceback (most recent call last):
  File "/app/main.py", line 9, in <module>
    run()
    ~~~^^
  File "/app/jobs.py", line 4, in run
    step(1)
  File "/app/jobs.py", line 12, in step
    raise ValueError
ValueError`;
    expect(shown(text)).toEqual([
      "<module> /app/main.py:9 -> run /app/jobs.py:4",
      "run /app/jobs.py:4 -> step /app/jobs.py:12",
    ]);
  });

  test("Node: the innermost frame is first, anonymous frames count", () => {
    const text = `Error: no
    at Store.save (/app/src/store.ts:10:11)
    at async write (file:///app/src/write.ts:20:3)
    at /app/src/main.ts:3:1`;
    expect(shown(text)).toEqual([
      "write /app/src/write.ts:20 -> Store.save /app/src/store.ts:10",
      "undefined /app/src/main.ts:3 -> write /app/src/write.ts:20",
    ]);
  });

  test("Go: a function and its place are on two lines", () => {
    const text = `panic: no

goroutine 1 [running]:
example.com/app/store.(*Store).Save(0xc000012345, {0x1, 0x2})
	/app/store/store.go:31 +0x1d
main.main()
	/app/main.go:8 +0x25
exit status 2`;
    expect(shown(text)).toEqual([
      "main.main /app/main.go:8 -> example.com/app/store.(*Store).Save /app/store/store.go:31",
    ]);
  });

  test("Java: frames without a source line are passed over", () => {
    const text = `java.lang.IllegalStateException: no
	at a.b.Store.save(Store.java:12)
	at java.base/jdk.internal.reflect.Method.invoke0(Native Method)
	at a.b.Main.main(Main.java:5)
Caused by: x`;
    expect(shown(text)).toEqual(["a.b.Main.main Main.java:5 -> a.b.Store.save Store.java:12"]);
  });

  test("Rust: numbered frames with the place below", () => {
    const text = `stack backtrace:
   0: app::store::save
             at ./src/store.rs:7:9
   1: app::main
             at ./src/main.rs:3:5
note: x`;
    expect(shown(text)).toEqual(["app::main ./src/main.rs:3 -> app::store::save ./src/store.rs:7"]);
  });

  test("pytest: short and long tracebacks, the innermost frame last", () => {
    const short = `tests/test_bill.py:5: in test_total
    assert total([]) == 1
shop/bill.py:2: in total
    return add(items)
E   TypeError: no`;
    expect(shown(short)).toEqual(["test_total tests/test_bill.py:5 -> total shop/bill.py:2"]);
    const long = `    def test_total():
>       assert total([]) == 1

tests/test_bill.py:5: 
_ _ _ _ _ _ _ _ _ _ _ _ _ _

    def total(items):
>       return add(items)
E       TypeError: no

shop/bill.py:2: TypeError
=== short test summary info ===
FAILED tests/test_bill.py::test_total - TypeError: no`;
    expect(shown(long)).toEqual(["undefined tests/test_bill.py:5 -> undefined shop/bill.py:2"]);
  });

  test("Vitest: the innermost frame is first, with source between frames", () => {
    const text = `TypeError: no
 ❯ Bill.total src/bill.ts:4:11
      2|   rate = 1;
      4|     return this.rate();
       |           ^
 ❯ src/bill.test.ts:6:15`;
    expect(shown(text)).toEqual(["undefined src/bill.test.ts:6 -> Bill.total src/bill.ts:4"]);
  });

  test("other text, two separate traces and very long lines give nothing wrong", () => {
    expect(shown("at home\nI was at the (station:1:2)\nFile x")).toEqual([]);
    expect(shown(`    at f (/a.js:1:1)\nno frame here\n    at g (/b.js:2:2)`)).toEqual([]);
    expect(shown(`    at ${"x".repeat(100_000)} (/a.js:1:1)\n    at g (/b.js:2:2)`)).toEqual([]);
  });
});
