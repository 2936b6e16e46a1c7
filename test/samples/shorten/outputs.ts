// Realistic outputs of tools, written for the tests of shorten. `says` is the part worth keeping; `around` wraps it
// into the noise that surrounds it. The tests take the important identifiers from `says`.

export type Sample = {
  name: string;
  command: string;
  failed: boolean;
  says: string;
  /** Names that no pattern finds, such as those of tests; must be kept like the identifiers. */
  names: string[];
  around?: (says: string) => string;
};

const numbered = (n: number, line: (i: number) => string) =>
  Array.from({ length: n }, (_, i) => line(i)).join("\n");

/** Puts each paragraph of `says` somewhere inside a long log. */
const scattered = (n: number, line: (i: number) => string) => (says: string) => {
  const parts = says.split("\n\n");
  const each = Math.floor(n / (parts.length + 1));
  return [
    ...parts.flatMap((part, at) => [numbered(each, (i) => line(at * each + i)), part]),
    numbered(each, line),
  ].join("\n");
};

export const outputs: readonly Sample[] = [
  {
    name: "vitest, two tests fail",
    command: "npm test",
    failed: true,
    names: ["login > rejects a wrong password", "session > expires after 30 minutes", "2 failed"],
    says: ` FAIL  src/auth/login.test.ts > login > rejects a wrong password
AssertionError: expected 200 to be 401 // Object.is equality

- Expected
+ Received

- 401
+ 200

 ❯ src/auth/login.test.ts:42:27

 FAIL  src/auth/session.test.ts > session > expires after 30 minutes
TypeError: Cannot read properties of undefined (reading 'expiresAt')
 ❯ isExpired src/auth/session.ts:18:24
 ❯ src/auth/session.test.ts:77:12

 Test Files  2 failed | 38 passed (40)
      Tests  2 failed | 412 passed (414)`,
    around: (says) =>
      `\u001b[1m\u001b[46m RUN \u001b[49m\u001b[22m v3.0.5 /home/dev/project\n\n${numbered(380, (i) => ` \u001b[32m✓\u001b[39m src/feature-${i}/part-${i}.test.ts (${(i % 9) + 1} tests) ${i}ms`)}\n\n⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯\n\n${says}\n   Start at  10:12:11\n   Duration  4.31s\n`,
  },
  {
    name: "pytest, one failure and one error",
    command: "cd api && python -m pytest -x 2>&1 | tail -200",
    failed: true,
    names: ["test_refund_over_limit", "1 failed, 1 error"],
    says: `>       assert response.status_code == 422
E       AssertionError: assert 500 == 422
E        +  where 500 = <Response [500]>.status_code

tests/test_payments.py:88: AssertionError
E   ModuleNotFoundError: No module named 'stripe_mock'
=========================== short test summary info ============================
FAILED tests/test_payments.py::test_refund_over_limit - AssertionError: assert 500 == 422
ERROR tests/test_webhooks.py - ModuleNotFoundError: No module named 'stripe_mock'
============== 1 failed, 1 error, 216 passed, 3 warnings in 12.40s ===============`,
    around: (says) =>
      `============================= test session starts ==============================\nplatform linux -- Python 3.12.3, pytest-8.1.1\ncollected 218 items\n\n${numbered(200, (i) => `tests/unit/test_part_${i}.py ................ [ ${Math.floor(i / 2)}%]`)}\n=================================== FAILURES ===================================\n${says}`,
  },
  {
    name: "tsc, errors in four files",
    command: "npx tsc -p . --noEmit",
    failed: true,
    names: [],
    says: `src/store/jobs.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.
src/store/jobs.ts(31,18): error TS2339: Property 'retries' does not exist on type 'Job'.
src/doors/http/app.tsx(9,24): error TS2307: Cannot find module './routes.ts' or its corresponding type declarations.
src/models/llm.ts(102,5): error TS18048: 'usage.cost' is possibly 'undefined'.
test/contract/jobs.test.ts(55,11): error TS2554: Expected 2 arguments, but got 1.`,
  },
  {
    name: "git commit",
    command: `git add -A && git commit -m "$(cat <<'EOF'\nauth: refuse expired sessions\n\nThe clock was read twice.\nEOF\n)"`,
    failed: false,
    names: ["feature/sessions", "auth: refuse expired sessions"],
    says: `[feature/sessions 9f3c2ab] auth: refuse expired sessions
 3 files changed, 41 insertions(+), 7 deletions(-)
 create mode 100644 src/auth/clock.ts`,
  },
  {
    name: "git push",
    command: "git push -u origin feature/sessions",
    failed: false,
    names: ["feature/sessions -> feature/sessions"],
    says: `remote: Create a pull request for 'feature/sessions' on GitHub by visiting:
remote:      https://github.com/acme/shop/pull/new/feature/sessions
To github.com:acme/shop.git
   1a2b3c4..9f3c2ab  feature/sessions -> feature/sessions`,
    around: (says) =>
      `Enumerating objects: 9, done.\nCounting objects:  11% (1/9)\rCounting objects: 100% (9/9), done.\nWriting objects: 100% (5/5), 1.20 KiB | 1.20 MiB/s, done.\n${says}`,
  },
  {
    name: "git log",
    command: "git log --oneline -6",
    failed: false,
    names: ["reads the clock once"],
    says: `9f3c2ab auth: refuse expired sessions
1a2b3c4 auth: reads the clock once
77de01f store: migration 0007 adds sessions.expires_at
c0ffee1 docs: how to run against Postgres
4be98d2 ci: cache node_modules
0d1e2f3 first commit`,
  },
  {
    name: "npm install with a peer conflict",
    command: "npm install react-dnd@16",
    failed: true,
    names: ["ERESOLVE", "react-dnd@16.0.1"],
    says: `npm error code ERESOLVE
npm error ERESOLVE unable to resolve dependency tree
npm error While resolving: shop-web@2.3.0
npm error Found: react@19.0.0
npm error Could not resolve dependency:
npm error peer react@">= 16.14 <19" from react-dnd@16.0.1
npm error A complete log of this run can be found in: /home/dev/.npm/_logs/2026-01-05T10_11_12_345Z-debug-0.log`,
  },
  {
    name: "npm install that works",
    command: "npm ci",
    failed: false,
    names: ["added 812 packages", "4 vulnerabilities"],
    says: `added 812 packages, and audited 813 packages in 14s

4 vulnerabilities (1 moderate, 3 high)`,
    around: (says) =>
      `${numbered(120, (i) => `npm warn deprecated thing-${i}@1.0.${i}: This version is no longer supported, see the notes of the release`)}\n${numbered(40, (i) => `⠋ reify:package-${i}: http fetch GET 200`)}\n${says}`,
  },
  {
    name: "cargo build, a type error",
    command: "cargo build --release",
    failed: true,
    names: ["mismatched types", "expected `u64`, found `i32`"],
    says: `error[E0308]: mismatched types
  --> crates/core/src/clock.rs:57:23
   |
57 |     let at: u64 = self.offset;
   |             ---   ^^^^^^^^^^^ expected \`u64\`, found \`i32\`
error[E0425]: cannot find value \`epoch\` in this scope
  --> crates/core/src/lib.rs:12:9
error: could not compile \`shop-core\` (lib) due to 2 previous errors`,
    around: (says) => `${numbered(260, (i) => `   Compiling some-crate-${i} v0.${i}.1`)}\n${says}\n`,
  },
  {
    name: "cargo test",
    command: "cargo test",
    failed: true,
    names: ["clock::tests::rolls_over_at_midnight", "6 passed; 1 failed"],
    says: `test clock::tests::rolls_over_at_midnight ... FAILED

---- clock::tests::rolls_over_at_midnight stdout ----
thread 'clock::tests::rolls_over_at_midnight' panicked at crates/core/src/clock.rs:91:9:
assertion \`left == right\` failed
  left: 86399
 right: 0

test result: FAILED. 6 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.03s`,
  },
  {
    name: "go test",
    command: "go test ./...",
    failed: true,
    names: ["TestRefund", "TestRefund/over_limit"],
    says: `--- FAIL: TestRefund (0.02s)
    --- FAIL: TestRefund/over_limit (0.00s)
        refund_test.go:41: got 500, want 422
FAIL	example.com/shop/payments	0.213s`,
    around: (says) => `${numbered(60, (i) => `ok  	example.com/shop/part${i}	0.${i}s`)}\n${says}\nFAIL`,
  },
  {
    name: "node --test",
    command: "node --test",
    failed: true,
    names: ["closes the inbox on SIGTERM", "1 failed"],
    says: `✖ closes the inbox on SIGTERM (12.5ms)
  Error [ERR_STREAM_PREMATURE_CLOSE]: Premature close
      at TestContext.<anonymous> (file:///home/dev/project/test/inbox.test.mjs:33:9)
ℹ pass 18
ℹ fail 1`,
  },
  {
    name: "eslint",
    command: "npx eslint src",
    failed: true,
    names: ["no-unused-vars", "@typescript-eslint/no-explicit-any", "3 problems"],
    says: `/home/dev/project/src/cart.ts
   7:10  error    'sum' is defined but never used           no-unused-vars
  21:15  error    Unexpected any. Specify a different type  @typescript-eslint/no-explicit-any
  30:1   warning  Missing return type                       explicit-function-return-type

✖ 3 problems (2 errors, 1 warning)`,
  },
  {
    name: "docker build that fails in pip",
    command: "docker build -t shop-api:dev .",
    failed: true,
    names: ["psycopg2==2.9.9", "did not complete successfully: exit code: 1"],
    says: `#11 9.112 Error: pg_config executable not found.
#11 9.342 error: subprocess-exited-with-error psycopg2==2.9.9
ERROR: failed to solve: process "/bin/sh -c pip install -r requirements.txt" did not complete successfully: exit code: 1
Dockerfile:14`,
    around: (says) =>
      `#1 [internal] load build definition from Dockerfile\n${numbered(90, (i) => `#7 sha256:aa${i} ${i}.20MB / 90.10MB 0.${i}s`)}\n${numbered(70, (i) => `#11 ${i}.345 Collecting package-${i}==1.${i}`)}\n${says}`,
  },
  {
    name: "curl of an API that refuses",
    command: "curl -s https://api.example.com/v1/charges -H 'Authorization: [secret:bearer]'",
    failed: false,
    names: ["invalid_request_error", "parameter_missing", "req_8fJ2kLm", "[secret:bearer]"],
    says: `{"error":{"type":"invalid_request_error","code":"parameter_missing","message":"Missing required param: amount.","doc_url":"https://docs.example.com/errors#parameter_missing","request_id":"req_8fJ2kLm"}}`,
  },
  {
    name: "a build log of 2,000 lines with three informative ones",
    command: "make -j8 all",
    failed: true,
    names: ["undefined reference to `crypto_sign_open'"],
    says: `src/net/handshake.c:214:17: warning: unused variable 'nonce' [-Wunused-variable]

src/net/session.o: in function \`open_session': src/net/session.c:77: undefined reference to \`crypto_sign_open'

make: *** [Makefile:88: build/shopd] Error 1`,
    around: scattered(
      2000,
      (i) => `[${i}/2000] CC build/objects/module_${i % 97}/unit_${i}.o -O2 -Wall -Iinclude -c`,
    ),
  },
  {
    name: "a server log of 3,000 lines with one exception",
    command: "docker logs shop-api --since 1h",
    failed: false,
    names: ['relation "carts" does not exist'],
    says: `2026-01-05T10:31:07.123Z ERROR request failed path=/v1/carts id=7e1f2a9c
psycopg2.errors.UndefinedTable: relation "carts" does not exist
  File "/app/shop/carts.py", line 58, in load_cart`,
    around: scattered(
      3000,
      (i) =>
        `2026-01-05T10:${String(i % 60).padStart(2, "0")}:11.${i}Z INFO GET /v1/products/${i} 200 ${i % 40}ms`,
    ),
  },
  {
    name: "biome check",
    command: "npx biome check src",
    failed: true,
    names: ["lint/correctness/noUnusedImports", "Found 1 error"],
    says: `src/cart.ts:3:8 lint/correctness/noUnusedImports  FIXABLE  ━━━━━━━━━━━━━━━━━━━━
  × This import is unused.
  > 3 │ import { tax } from "./tax.ts";
Checked 41 files in 35ms. No fixes applied.
Found 1 error.`,
  },
  {
    name: "jest",
    command: "CI=1 yarn jest --ci",
    failed: true,
    names: ["cart › adds tax for DE", "1 failed"],
    says: `FAIL src/cart.test.js
  ● cart › adds tax for DE
    expect(received).toBeCloseTo(expected)
    Expected: 11.9
    Received: 10
      at Object.toBeCloseTo (src/cart.test.js:19:23)
Tests:       1 failed, 64 passed, 65 total`,
    around: (says) =>
      `${numbered(64, (i) => `PASS src/part-${i}.test.js (${i}.2 s)`)}\n${says}\nTime:        3.2 s\nRan all test suites.`,
  },
  {
    name: "mocha",
    command: "npx mocha",
    failed: true,
    names: ["Cart adds tax", "1 failing"],
    says: `  14 passing (33ms)
  1 failing

  1) Cart adds tax
       when in DE:
     AssertionError [ERR_ASSERTION]: 10 == 11.9
      at Context.<anonymous> (test/cart.spec.js:12:14)`,
  },
];

export function textOf(sample: Sample): string {
  return sample.around === undefined ? sample.says : sample.around(sample.says);
}
