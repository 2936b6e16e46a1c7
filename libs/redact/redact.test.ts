// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of other languages are what is tested
// What the redactor promises. No line here may look like a real secret: prefixes are joined from pieces and bodies
// come from a small seeded generator.
import { parseEnv } from "node:util";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { redact, redactDeep, secretsOf } from "./redact.ts";

const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ALNUM = `${UPPER}${UPPER.toLowerCase()}0123456789`;
const HEX = "0123456789abcdef";
const URL64 = `${ALNUM}-_`;

let state = 20260301;
function chars(length: number, alphabet = ALNUM): string {
  let out = "";
  while (out.length < length) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    out += alphabet[(state >>> 12) % alphabet.length];
  }
  return out;
}
const glue = (...pieces: string[]) => pieces.join("");
const uuid = () => [8, 4, 4, 4, 12].map((n) => chars(n, HEX)).join("-");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const dashes = "-".repeat(5);
const keyBody = (lines: number) => Array.from({ length: lines }, () => chars(64, `${ALNUM}+/`)).join("\n");
const begin = glue(dashes, "BEGIN RSA PRIV", "ATE KEY", dashes);
const end = glue(dashes, "END RSA PRIV", "ATE KEY", dashes);

const VENDORS: Record<string, () => string> = {
  "a GitHub token": () => glue("gh", "p_", chars(36)),
  "a GitHub fine-grained token": () => glue("github", "_pat_", chars(22), "_", chars(59)),
  "a GitLab token": () => glue("gl", "pat-", chars(20, URL64)),
  "a GitLab runner token": () => glue("gl", "rt-", chars(20, URL64)),
  "an AWS access key": () => glue("AK", "IA", chars(16, `${UPPER}234567`)),
  "an Anthropic key": () => glue("sk-", "ant-", "api03-", chars(93, URL64), "AA"),
  "an OpenAI key": () => glue("sk-", "proj-", chars(120, URL64)),
  "a Stripe key": () => glue("sk", "_live_", chars(24)),
  "a Slack token": () => glue("xo", "xb-", chars(12, "0123456789"), "-", chars(24)),
  "an npm token": () => glue("np", "m_", chars(36)),
  "a Google key": () => glue("AI", "za", chars(35, URL64)),
  "a Google OAuth token": () => glue("ya", "29.", chars(60, URL64)),
  "an Atlassian token": () => glue("AT", "ATT3", chars(180, URL64)),
  "a Bitbucket password": () => glue("AT", "BB", chars(32)),
  "a Fly token": () => glue("Fly", "V1 fm2_", chars(120)),
  "a Netlify token": () => glue("nf", "p_", chars(36)),
  "a PlanetScale token": () => glue("pscale", "_tkn_", chars(43, URL64)),
  "an NVIDIA key": () => glue("nv", "api-", chars(64, URL64)),
  "a Replicate token": () => glue("r", "8_", chars(37)),
  "an xAI key": () => glue("x", "ai-", chars(80)),
  "a Perplexity key": () => glue("pp", "lx-", chars(48)),
  "a Grafana token": () => glue("gl", "sa_", chars(32), "_", chars(8, HEX)),
  "a New Relic key": () => glue("NR", "AK-", chars(27, `${UPPER}0123456789`)),
  "a Tailscale key": () => glue("ts", "key-auth-", chars(12), "-", chars(32)),
  "a Buildkite token": () => glue("bk", "ua_", chars(40, HEX)),
  "a 1Password token": () => glue("op", "s_eyJ", chars(250)),
  "a LangSmith key": () => glue("ls", "v2_pt_", chars(32, HEX), "_", chars(10, HEX)),
  "a Vault batch token": () => glue("hv", "b.", chars(90, URL64)),
  "a Mapbox token": () => glue("sk", ".eyJ", chars(60, URL64), ".", chars(22, URL64)),
  "an Airtable token": () => glue("pa", "t", chars(14), ".", chars(64, HEX)),
  "a Telegram token": () => glue(chars(10, "123456789"), ":A", "A", chars(33, URL64)),
  "a JWT": () => glue("ey", "J", chars(30, URL64), ".ey", "J", chars(60, URL64), ".", chars(43, URL64)),
  "a token of an unlisted vendor": () => glue("acme", "_live_", chars(32)),
};

const PLACES: Record<string, (secret: string) => string> = {
  alone: (s) => s,
  "in a log line": (s) => `12:00 INFO using ${s} for request`,
  "in JSON": (s) => JSON.stringify({ stdout: `line 1\n${s}\nline 3` }),
  "in JSON within JSON": (s) => JSON.stringify({ out: JSON.stringify({ text: `a\n${s}\n` }) }),
  "after an escaped colour": (s) => `"\\u001b[32m${s}\\u001b[0m"`,
  "in code": (s) => `f("${s}");`,
};

describe("secrets with a look of their own", () => {
  for (const [what, make] of Object.entries(VENDORS))
    for (const [where, put] of Object.entries(PLACES))
      test(`${what} ${where} is replaced and the rest stays`, () => {
        const secret = make();
        const [before = "", after = ""] = put("@@@").split("@@@");
        const out = redact(put(secret));
        expect(out).toMatch(/\[secret:[a-z0-9-]+\]/);
        expect(out).not.toContain(secret.slice(Math.max(10, secret.length / 2)));
        expect(out.startsWith(before)).toBe(true);
        expect(out.endsWith(after)).toBe(true);
      });
});

const NAMED: [string, (s: string) => string][] = [
  ["an .env line", (s) => `DB_PASSWORD=${s}`],
  ["an export", (s) => `export API_TOKEN="${s}"`],
  ["YAML", (s) => `db:\n  password: ${s}\n`],
  ["INI", (s) => `[db]\npasswd = ${s}`],
  ["JSON", (s) => `{"client_secret":"${s}"}`],
  ["escaped JSON", (s) => `{\\"password\\":\\"${s}\\"}`],
  ["an environment within escaped JSON", (s) => `{"a":"{\\"env\\":\\"X=1\\\\nGH_TOKEN=${s}\\\\n\\"}"}`],
  ["code", (s) => `const apiKey = "${s}";`],
  ["typed code", (s) => `auth_token: str = "${s}"`],
  ["an environment default", (s) => `const k = process.env.JWT_SECRET ?? "${s}";`],
  ["a subscript", (s) => `os.environ["API_KEY"] = "${s}"`],
  ["XML", (s) => `<password>${s}</password>`],
  ["an XML attribute pair", (s) => `<add key="ApiSecret" value="${s}" />`],
  ["a Kubernetes variable", (s) => `- name: API_KEY\n  value: "${s}"`],
  ["a plist", (s) => `<key>apiToken</key>\n  <string>${s}</string>`],
  ["a flag", (s) => `app --port 80 --api-key ${s} --verbose`],
  ["a flag with =", (s) => `app --token=${s}`],
  ["PowerShell", (s) => `$env:API_SECRET = "${s}"`],
  ["setx", (s) => `setx API_TOKEN "${s}"`],
  ["netrc", (s) => `machine h.example login me password ${s}`],
  ["curl", (s) => `curl -u admin:${s} https://h/x`],
  ["sshpass", (s) => `sshpass -p ${s} ssh u@h`],
  ["a database URL", (s) => `postgres://app:${s}@db.internal:5432/prod`],
  ["a git remote", (s) => `https://x-access-token:${s}@git.example/o/r.git`],
  ["a bearer header", (s) => `Authorization: Bearer ${s}`],
  ["a key header", (s) => `-H "X-Api-Key: ${s}"`],
  ["a cookie", (s) => `Set-Cookie: session=${s}; Path=/; HttpOnly`],
  ["a signed URL", (s) => `https://a.example/b?sv=1&sig=${s}%3D&se=2`],
  ["a connection string", (s) => `Server=h;User Id=sa;Password=${s};Encrypt=true`],
  ["a storage connection", (s) => glue("AccountName=a;Account", `Key=${s};EndpointSuffix=core.example`)],
  ["WireGuard", (s) => `[Interface]\nPrivateKey = ${s}\nAddress = 10.0.0.2/24`],
  ["prose", (s) => `the new master secret is ${s}`],
];

describe("secrets told by what stands before them", () => {
  test.each(NAMED)("a value in %s is replaced and the name stays", (_, put) => {
    for (let i = 0; i < 20; i++) {
      const secret = `${chars(20)}7${chars(11)}`;
      const [before = "", after = ""] = put("@@@").split("@@@");
      const out = redact(put(secret));
      expect(out).not.toContain(secret.slice(0, 12));
      expect(out).not.toContain(secret.slice(-12));
      expect(out.startsWith(before)).toBe(true);
      expect(out.endsWith(after.replace(/^%3D/, ""))).toBe(true);
    }
  });

  it.each([
    ['site.basic_auth "editor", "blueberry"', "blueberry"],
    ["f.request :basic_auth, 'svc', 'mop-bucket'", "mop-bucket"],
    ['keyStore.load(in, "grapefruit".toCharArray());', "grapefruit"],
    ['new PBEKeySpec("seashell".toCharArray(), salt, 1000, 256)', "seashell"],
    ['requirepass "two words here"', "two words here"],
    ["user app on >Tangerine55 ~* +@all", "Tangerine55"],
    ['redis.Redis("10.0.0.4", 6380, 2, "plumtree")', "plumtree"],
    ["bcrypt.compare('jellyfish', user.hash)", "jellyfish"],
    ["imap.login('jo@example.org', 'anemone')", "anemone"],
    ["new Pool({ host: 'db', user: 'app', password: 'shrimp-boat' })", "shrimp-boat"],
    ["session({ secret: 'Summer2024' })", "Summer2024"],
    ["127.0.0.1:6379> AUTH Krill2019", "Krill2019"],
  ])("takes a plain word that is the password of a call or a setting: %s", (text, password) => {
    const [before = "", after = ""] = text.split(password);
    expect(redact(text)).toMatch(/\[secret:(?:password|secret)\]/);
    expect(redact(text).replace(/\[secret:\w+\]/, "")).toBe(before + after);
  });

  it.each([
    ["The wifi password is barnacle, ask Tom for the other one.", "barnacle"],
    ["pw for the vpn: tugboat", "tugboat"],
    ["log in with password walrus2 and look", "walrus2"],
    ["My passphrase is correct horse battery staple.", "correct horse battery staple"],
    ["Das Passwort für staging ist Kirschbaum", "Kirschbaum"],
    ["Пароль от стенда Сковорода42", "Сковорода42"],
    ["пароль админки: кабачок", "кабачок"],
    ["パスワードは sakura-mochi です", "sakura-mochi"],
  ])("takes a plain word that a sentence names as the password: %s", (text, password) => {
    expect(redact(text)).toBe(text.replace(password, "[secret:password]"));
  });

  it.each([
    "The password is optional.",
    "Your password is about to expire.",
    "Enter your password to continue.",
    "password is case-sensitive",
    "the passphrase is kept only in memory while you work",
    "credentials are loaded lazily.",
    "Das Passwort ist zu kurz.",
    "Le mot de passe est invalide.",
    "La contraseña es obligatoria.",
    "пароль слишком короткий",
    "login('/home', 'dashboard')",
    "labels: { username: 'Benutzer', password: 'Kennwort' }",
    's = "leetcode".toCharArray();',
    "AUTH CRAM-MD5",
    'existingSecret: "redis-auth-01"',
    "user data on disk > 4096 bytes",
  ])("leaves what only speaks of a password: %s", (text) => {
    expect(redact(text)).toBe(text);
  });

  it("takes weak passwords where the place leaves no doubt", () => {
    expect(redact("DB_PASSWORD=swordfish")).toBe("DB_PASSWORD=[secret:password]");
    expect(redact("  password: Tiger#42x")).toBe("  password: [secret:password]");
  });

  it("looks into base64", () => {
    expect(redact(`echo ${base64(`API_SECRET=${chars(32)}`)} | base64 -d`)).toBe(
      "echo [secret:encoded-secret] | base64 -d",
    );
    expect(redact(`Authorization: Basic ${base64(`jo:${chars(14)}`)}`)).toBe(
      "Authorization: Basic [secret:basic-auth]",
    );
    expect(redact(`{"auth":"${base64(`u:${chars(24)}`)}"}`)).not.toContain(
      base64("u:").slice(0, 2) + chars(1, "?"),
    );
  });
});

describe("secrets that were bent on the way", () => {
  const wrapped = Object.entries(VENDORS).filter(([what]) => !/Telegram|Fly/.test(what));
  test.each(wrapped)("%s wrapped over two lines goes whole", (_, make) => {
    const secret = make();
    const middle = Math.floor(secret.length / 2);
    for (const wrap of ["\n", "\r\n", "\\\n  ", "\\n"]) {
      const out = redact(`using ${secret.slice(0, middle)}${wrap}${secret.slice(middle)}\nnext line`);
      expect(out).not.toContain(secret.slice(middle + 2, middle + 14));
      expect(out).toContain("next line");
    }
  });
  test.each(["%5F", "%5f", "%255F", "\\u005f", "\\x5f"])("a token goes whose _ is spelled %s", (spelling) => {
    const body = chars(36);
    expect(redact(`?t=${glue("gh", "p")}${spelling}${body}&a=1`)).toBe("?t=[secret:github-token]&a=1");
  });
  it("are told from names that happen to stand at the end of a line", () => {
    const token = glue("gh", "p_", chars(36));
    expect(redact(`TOKEN=${token}\nNEXT_PUBLIC_URL=https://h.test`)).toBe(
      "TOKEN=[secret:github-token]\nNEXT_PUBLIC_URL=https://h.test",
    );
    expect(redact(`${token}\ncommit ${chars(40, HEX)}`)).toMatch(
      /^\[secret:github-token\]\ncommit [0-9a-f]{40}$/,
    );
  });
});

describe("private keys", () => {
  const body = keyBody(12);
  it("are replaced whole", () => {
    expect(redact(`a\n${begin}\n${body}\n${end}\nb`)).toBe("a\n[secret:private-key]\nb");
  });
  it("are replaced with literal line breaks", () => {
    const text = `KEY="${begin}\\n${body.replaceAll("\n", "\\n")}\\n${end}\\n"`;
    expect(redact(text)).toBe('KEY="[secret:private-key]\\n"');
  });
  it("are replaced when their end was cut off", () => {
    expect(redact(`${begin}\n${body.slice(0, 300)}`)).toBe("[secret:private-key]");
    expect(redact(`${begin}\n${body}\n\nand then some prose`)).toBe(
      "[secret:private-key]\n\nand then some prose",
    );
  });
  it("are replaced when only their tail is left", () => {
    expect(redact(`…\n${body}\n${end}`)).toBe("…\n[secret:private-key]");
  });
  it("are told from code that only mentions them", () => {
    for (const text of [
      `if (s.startsWith("${begin}")) {`,
      `\`${begin}\\n\${body}\\n${end}\``,
      `${begin}\n...\n${end}`,
    ])
      expect(redact(text)).toBe(text);
  });
});

const HARMLESS: [string, string][] = [
  ["a commit", `commit ${chars(40, HEX)}`],
  ["a digest", `FROM node@sha256:${chars(64, HEX)}`],
  ["an integrity hash", `"integrity": "sha512-${chars(86)}==",`],
  ["a go.sum line", `golang.org/x/net v0.1.0 h1:${chars(43)}=`],
  ["a UUID", `id=${uuid()}`],
  ["a session id", `"sessionId": "run-1"`],
  ["a cache key", `key: Linux-node-${chars(64, HEX)}`],
  ["a store path", `/home/jo/.cache/store/${chars(124, HEX)}-exec`],
  ["a public key", `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${chars(43)} me@host`],
  ["a data URI", `<img src="data:image/png;base64,iVBORw0KGgo${chars(200)}">`],
  ["a page token", `"nextPageToken": "${chars(40)}"`],
  ["an environment lookup", "const apiKey = process.env.API_KEY;"],
  ["a subscript lookup", 'password = os.environ["DB_PASSWORD"]'],
  ["a type annotation", "login(password: string, token?: Token): boolean;"],
  ["an enum member", "return token = SyntaxKind.Unknown;"],
  ["a schema", "apiKey: z.string().min(1),"],
  ["a template", "headers.Authorization = `Bearer ${token}`;"],
  ["a workflow secret", "GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}"],
  ["a shell variable", "curl -u $USER:$PASS -H 'X-Api-Key: $API_KEY' https://h"],
  ["a template variable", "password: {{ .Values.db.password }}"],
  ["a placeholder", "API_KEY=your-api-key-here"],
  ["a placeholder in brackets", "SECRET_KEY=<your secret>"],
  ["a mask", "API_TOKEN=********"],
  ["crosses", "TOKEN=xxxxxxxxxxxxxxxx"],
  ["changeme", "PASSWORD=changeme"],
  ["an empty value", "OPENAI_API_KEY=\nPORT=3000"],
  ["the published AWS example", glue("AK", "IA", "IOSFODNN7", "EXAMPLE")],
  ["a placeholder URL", "postgres://user:password@localhost:5432/db"],
  ["a port and a scope", "http://localhost:3000/@scope/pkg"],
  ["prose", "The secretary read the password policy: passwords must have 12 characters."],
  ["help text", "  --password <value>   password to use (default: none)"],
  ["counts", '"max_tokens": 4096, "total_tokens": 12345'],
  ["a spinner class", ".sk-circle-fade-dot-12 { animation: sk-fade 1.2s infinite }"],
  ["an npm scope", "npm i @scope/pkg@1.2.3 user:group@host"],
  ["a stack trace", "    at TokenStream.next (/app/lib/token-stream.js:120:17)"],
];

describe("what is no secret", () => {
  test.each(HARMLESS)("%s stays as it is", (_, text) => {
    expect(redact(text)).toBe(text);
    expect(redact(JSON.stringify({ text }))).toBe(JSON.stringify({ text }));
  });
});

describe("private blocks", () => {
  test.each([
    ["a <private>b</private> c", "a [private] c"],
    ["a <PRIVATE>b</Private> c <private>d</private>", "a [private] c [private]"],
    ["a <private>b <private>c</private> d</private> e", "a [private] e"],
    ["a <private>never closed", "a [private]"],
    ["a </private> b", "a </private> b"],
    ['{"t":"\\u003cprivate\\u003eb<\\/private>"}', '{"t":"[private]"}'],
  ])("%s becomes %s", (text, expected) => expect(redact(text)).toBe(expected));
});

describe("text that is not clean", () => {
  it("loses terminal escapes and NUL, also inside a secret", () => {
    const secret = glue("gh", "p_", chars(36));
    expect(redact("\u001b[1;32mok\u001b[0m \u001b]8;;http://x\u0007link\u001b]8;;\u0007\0")).toBe("ok link");
    expect(
      redact(`\u001b[1m${secret.slice(0, 9)}\u001b[22m${secret.slice(9, 20)}\0${secret.slice(20)}`),
    ).toBe("[secret:github-token]");
  });
  it("becomes well-formed", () => expect(redact("a\ud800b")).toBe("a\ufffdb"));
});

describe("known values", () => {
  it("go wherever they stand, however they are spelled", () => {
    const known = ['plain "words" here', "Ab/cd+ef=gh"];
    expect(
      redact(
        `x plain "words" here y ${JSON.stringify(known[0])} ${encodeURIComponent(known[1] ?? "")}`,
        known,
      ),
    ).toBe('x [secret:known] y "[secret:known]" [secret:known]');
  });
  it("are left alone when shorter than six characters", () =>
    expect(redact("a short b", ["short"])).toBe("a short b"));
  it("of six or seven characters go only where they are words of their own", () =>
    expect(redact("pin 482133, at 17482133120", ["482133"])).toBe("pin [secret:known], at 17482133120"));
  it("go as numbers of JSON and in base64 as well", () => {
    expect(redactDeep({ pin: 48213377, port: 5432 }, ["48213377"])).toEqual({
      pin: "[secret:known]",
      port: 5432,
    });
    expect(redact(base64("my-dog-Rex-2019!"), ["my-dog-Rex-2019!"])).toContain("[secret:known]");
  });
  it("never break a marker", () => {
    const once = redact("DB_PASSWORD=swordfish password", ["password"]);
    expect(once).toBe("DB_PASSWORD=[secret:password] [secret:known]");
    expect(redact(once, ["password"])).toBe(once);
  });
  it("come from .env files: secrets, and no ordinary words", () => {
    const [password, key, token] = [chars(16), chars(32), glue("gh", "p_", chars(36))];
    const dotenv = [
      "# settings",
      "HOST=localhost",
      "PORT=5432",
      "DEBUG=true",
      "NODE_ENV=development",
      "APP_NAME=tellback",
      "THEME=dark-blue",
      "AWS_REGION=eu-central-1",
      "NODE_VERSION=24.15.0",
      "TIMEOUT_MS=300000",
      "SITE=https://example.com/a",
      "SESSION_SECRET=development",
      "COPY=${OTHER}",
      `DATABASE_URL=postgres://app:${password}@db/x`,
      `export API_KEY="${key}" # comment`,
      `SOMETHING='${token}'`,
    ].join("\n");
    expect(secretsOf(dotenv)).toEqual([password, key, token]);
  });
  test.each([
    ["PIN", "48213377"],
    ["DB_PASSWORD", "my-dog-Rex-2019!"],
    ["ADMIN_PASSWORD", "the-winter-Garden-77"],
    ["DB_PASSWORD", "abcdefgh"],
    ["DB_PASSWORD", "tree-abcdefgh-9"],
    ["API_TOKEN", "your-password-here"],
    ["API_TOKEN", "changeme"],
    ["SMTP_PASS", "xxxxxxxx"],
    ["SMTP_PASS", "tall-xXXX-tree"],
    ["SMTP_PASS", "sample-tree-12"],
    ["SMTP_PASS", "<PASSWORD>"],
    ["SMTP_PASS", "swordfish"],
    ["PASSPHRASE", "correct horse battery staple"],
    ["ANYTHING", "Rex-and-your-dog-2019"],
  ])("from an .env file go however they look: %s=%s", (name, value) => {
    const known = secretsOf(`${name}="${value}"\n`);
    expect(redact(`It says ${value} here.`, known)).toBe("It says [secret:known] here.");
  });
  it("come from URLs in .env files, filler or not", () => {
    const known = secretsOf("CACHE=redis://app:your-dog-Rex@cache/0\n");
    expect(redact("the password is your-dog-Rex.", known)).toBe("the password is [secret:known].");
  });
});

describe("filler in a value behind a name of a secret", () => {
  test.each([
    "my-dog-Rex-2019!",
    "the-winter-Garden-77",
    "abcdefgh-Falcon-9!",
    "your-winter-Garden-77",
    "sample-Garden-2019",
    "tall-xXXX-tree-2019",
    "Password2019!",
  ])("is no reason to keep %s", (value) => {
    expect(redact(`DB_PASSWORD=${value}`)).toBe("DB_PASSWORD=[secret:password]");
  });
  it("is no reason to keep a PIN", () => expect(redact("PIN=48213377")).toBe("PIN=[secret:password]"));
  test.each(["your-password-here", "xxxxxxxx", "changeme", "<PASSWORD>", "my-secret-password", "12345678"])(
    "keeps %s, of which it is most",
    (value) => expect(redact(`DB_PASSWORD=${value}`)).toBe(`DB_PASSWORD=${value}`),
  );
  it("come from .env files also where util.parseEnv loses three of four", () => {
    const [first, second, hash, yaml] = [chars(24), chars(24), `${chars(12)}#${chars(12)}`, chars(24)];
    const dotenv = [
      `API_KEY=${first}`,
      `API_KEY=${second}`,
      `DB_PASSWORD=${hash}`,
      `AUTH_TOKEN: ${yaml}`,
    ].join("\n");
    const values = [first, second, hash, yaml];
    const parsed = Object.values(parseEnv(dotenv));
    expect(values.filter((value) => parsed.includes(value))).toEqual([second]);
    expect(secretsOf(dotenv)).toEqual(values);
  });
});

describe("JSON values", () => {
  it("lose what stands behind names of secrets, whatever its shape", () => {
    const input = {
      user: "jo",
      password: "swordfish",
      nested: [{ apiKey: "plainword", maxTokens: 5, token: "${TOKEN}" }],
      env: [{ name: "DB_PASSWORD", value: "swordfish" }],
      argv: ["login", "--password", "swordfish", "--verbose"],
    };
    const copy = structuredClone(input);
    expect(redactDeep(input)).toEqual({
      user: "jo",
      password: "[secret:value]",
      nested: [{ apiKey: "[secret:value]", maxTokens: 5, token: "${TOKEN}" }],
      env: [{ name: "DB_PASSWORD", value: "[secret:value]" }],
      argv: ["login", "--password", "[secret:value]", "--verbose"],
    });
    expect(input).toEqual(copy);
  });
  it("lose secrets in keys", () => {
    const output = {
      db_password: { sensitive: true, value: "walrusgarden" },
      db_host: { value: "h.internal" },
    };
    expect(redactDeep(output)).toEqual({
      db_password: { sensitive: true, value: "[secret:value]" },
      db_host: { value: "h.internal" },
    });
    expect(redactDeep({ [glue("gh", "p_", chars(36))]: 1 })).toEqual({ "[secret:github-token]": 1 });
  });
  it("may be nested without end", () => {
    let deep: unknown = "bottom";
    for (let i = 0; i < 100_000; i++) deep = i % 2 ? [deep] : { a: deep };
    expect(JSON.stringify(redactDeep(deep))).toContain("[too deep]");
  });
  it("keep a key named __proto__ as a plain key", () => {
    expect(JSON.stringify(redactDeep(JSON.parse('{"__proto__":{"a":1}}')))).toBe('{"__proto__":{"a":1}}');
  });
});

describe("redacting again", () => {
  const pieces = fc.oneof(
    fc.constantFrom(
      ...Object.values(VENDORS).map((make) => make()),
      ...NAMED.map(([, put]) => put(chars(28))),
    ),
    fc.constantFrom(
      ...HARMLESS.map(([, text]) => text),
      "<private>",
      "</private>",
      "[secret:token]",
      "[secret:",
      "\u001b[1m",
      "\0",
    ),
    fc.constantFrom(
      begin,
      end,
      keyBody(3),
      "\n",
      "\\n",
      " ",
      '"',
      "=",
      ":",
      "/",
      "password",
      "token=",
      "Bearer ",
    ),
    fc.string({ maxLength: 12 }),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  it("changes nothing more", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
        const once = redact(parts.join(""));
        expect(redact(once)).toBe(once);
        expect(once.isWellFormed()).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
  it("changes nothing more in JSON values", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = redactDeep({ password: value, text: value });
        expect(redactDeep(once)).toEqual(once);
      }),
    );
  });
});

test.each([
  "log in with admin / k4ffee-Tasse7 and check the dashboard",
  "use k4ffee-Tasse7 as the admin password for now",
  "Nimm Sommer2024! als Passwort.",
  "utilise P@ssw0rd99 comme mot de passe",
  "пароль администратора Sommer2024!, логин admin",
  "Winter#22x을 비밀번호로 쓰세요",
])("a password in a sentence, before its name or further behind it, is removed: %s", (text) => {
  expect(redact(text)).toMatch(/\[secret:password\]/);
});

test.each([
  "see root / config-v2 and the others",
  "we use bcrypt-v2 as our password hasher",
  "Nimm argon2id als Passwort-Hash.",
  "the password field of user_profile_v2a is empty",
  "password reset e2e-tests2 fail",
  "password in K8sSecret is read",
  "credentials in AWS#prod are rotated",
])("what only stands beside the word password stays: %s", (text) => {
  expect(redact(text)).toBe(text);
});
