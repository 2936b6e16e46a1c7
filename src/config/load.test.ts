import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadConfig, setConfig, unsetConfig, unusedSettings } from "./load.ts";
import { pathsOf } from "./paths.ts";
import { configKeys, configSchema, environmentName } from "./schema.ts";
import { trustProject } from "./trust.ts";

let home: string;
let project: string;
const env = (more: Record<string, string> = {}) => ({ TELLBACK_HOME: home, ...more });
const paths = () => pathsOf(env());
const userFile = (content: unknown) => write(join(home, "config.json"), content);
const projectFile = (content: unknown) => write(join(project, ".tellback/config.json"), content);
const write = (path: string, content: unknown) =>
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));

beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "egconf-")));
  project = realpathSync(mkdtempSync(join(tmpdir(), "egconfp-")));
  mkdirSync(join(project, ".tellback"));
});
afterEach(() => {
  for (const dir of [home, project]) rmSync(dir, { recursive: true, force: true });
});

describe("a setting comes from", () => {
  const key = "recall.budgetTokens";
  const inForce = (more: Parameters<typeof loadConfig>[0] = {}) => {
    const { config, origins } = loadConfig({ env: env(), projectDir: project, ...more });
    return [config[key], origins[key]];
  };

  test("its default, the user's file, the trusted project's, the environment, a flag: the last one wins", () => {
    expect(inForce()).toEqual([600, "default"]);
    userFile({ [key]: 1 });
    expect(inForce()).toEqual([1, join(home, "config.json")]);
    projectFile({ [key]: 2 });
    trustProject(paths(), project);
    expect(inForce()).toEqual([2, join(project, ".tellback/config.json")]);
    const variable = { env: env({ TELLBACK_RECALL_BUDGET_TOKENS: "3" }) };
    expect(inForce(variable)).toEqual([3, "TELLBACK_RECALL_BUDGET_TOKENS"]);
    expect(inForce({ ...variable, flags: { [key]: 4 } })).toEqual([4, "flag"]);
    expect(inForce({ ...variable, flags: { [key]: undefined } as never })).toEqual([
      3,
      "TELLBACK_RECALL_BUDGET_TOKENS",
    ]);
  });

  test("each layer alone: the other settings keep theirs", () => {
    userFile({ "backup.keep": 3 });
    const { config, origins } = loadConfig({ env: env({ TELLBACK_LOG_KEEP_DAYS: "5" }) });
    expect(config).toEqual({ ...configSchema.parse({}), "backup.keep": 3, "log.keepDays": 5 });
    expect(origins).toMatchObject({
      "backup.keep": join(home, "config.json"),
      "log.keepDays": "TELLBACK_LOG_KEEP_DAYS",
      "store.url": "default",
    });
  });
});

describe("the environment", () => {
  test("has a name for every setting", () => {
    expect(configKeys.map(environmentName)).toEqual(
      expect.arrayContaining([
        "TELLBACK_STORE_URL",
        "TELLBACK_DAEMON_IDLE_MINUTES",
        "TELLBACK_CAPTURE_IGNORE_TOOLS",
      ]),
    );
    expect(new Set(configKeys.map(environmentName)).size).toBe(configKeys.length);
  });

  test("gives numbers, booleans and lists as JSON, and text as it stands", () => {
    const { config } = loadConfig({
      env: env({
        TELLBACK_DAEMON_IDLE_MINUTES: "0.5",
        TELLBACK_RECALL_SESSION_START: "false",
        TELLBACK_CAPTURE_IGNORE_TOOLS: '["Read"]',
        TELLBACK_STORE_URL: "postgres://me@host/db",
      }),
    });
    expect(config).toMatchObject({
      "daemon.idleMinutes": 0.5,
      "recall.sessionStart": false,
      "capture.ignoreTools": ["Read"],
      "store.url": "postgres://me@host/db",
    });
  });

  test("names the database by DATABASE_URL, which TELLBACK_STORE_URL overrides", () => {
    const database = { DATABASE_URL: "postgres://other/db" };
    expect(loadConfig({ env: env(database) })).toMatchObject({
      config: { "store.url": "postgres://other/db" },
      origins: { "store.url": "DATABASE_URL" },
    });
    const both = loadConfig({ env: env({ ...database, TELLBACK_STORE_URL: "postgres://mine/db" }) });
    expect(both.config["store.url"]).toBe("postgres://mine/db");
    const none = loadConfig({ env: env({ ...database, TELLBACK_STORE_URL: "" }) });
    expect(none.config["store.url"]).toBe("");
  });

  test("of a hook belongs to the project: its DATABASE_URL is not tellback's, even if it is not PostgreSQL", () => {
    for (const url of ["postgres://project/db", "mysql://project/db"]) {
      const loaded = loadConfig({ env: env({ DATABASE_URL: url }), ignoreDatabaseUrl: true });
      expect(loaded.config["store.url"]).toBe("");
    }
  });
});

describe("a project's file", () => {
  const load = () => loadConfig({ env: env(), projectDir: project });
  const file = () => join(project, ".tellback/config.json");

  test("is ignored, with the reason, until the user trusts it", () => {
    projectFile({ "recall.sessionStart": false });
    expect(load().config["recall.sessionStart"]).toBe(true);
    expect(load().ignored).toEqual([
      expect.stringMatching(`^${file()}: not trusted yet; .*tellback config trust`),
    ]);
    expect(trustProject(paths(), project)).toBe(file());
    expect(load()).toMatchObject({ config: { "recall.sessionStart": false }, ignored: [] });
  });

  test("loses the trust when it changes, and regains it when restored", () => {
    projectFile({ "recall.sessionStart": false });
    trustProject(paths(), project);
    projectFile({ "recall.sessionStart": false, "capture.ignoreTools": ["Read"] });
    expect(load().config).toMatchObject({ "recall.sessionStart": true, "capture.ignoreTools": [] });
    expect(load().ignored).toHaveLength(1);
    projectFile({ "recall.sessionStart": false });
    expect(load().config["recall.sessionStart"]).toBe(false);
  });

  test("cannot change the machine's settings, even if trusted", () => {
    projectFile({ "store.url": "postgres://evil/db", "backup.keep": 1, "recall.budgetTokens": 5 });
    trustProject(paths(), project);
    expect(load().config).toMatchObject({ "store.url": "", "backup.keep": 7, "recall.budgetTokens": 5 });
    expect(load().ignored).toEqual([
      `${file()}: store.url belongs to the machine, not to a project`,
      `${file()}: backup.keep belongs to the machine, not to a project`,
    ]);
  });

  test("that is broken or wrong is harmless while it is not trusted", () => {
    for (const content of ["{ broken", "[]", { "no.such": 1 }, { "backup.keep": "x" }]) {
      projectFile(content);
      expect(load().config).toEqual(configSchema.parse({}));
    }
  });

  test("cannot be trusted when there is none", () => {
    expect(() => trustProject(paths(), project)).toThrow(expect.objectContaining({ code: "not_found" }));
  });

  test("can be trusted before tellback has a home", () => {
    projectFile({ "recall.sessionStart": false });
    rmSync(home, { recursive: true });
    trustProject(paths(), project);
    expect(load().config["recall.sessionStart"]).toBe(false);
    expect(statSync(paths().trust).mode & 0o777).toBe(0o600);
  });
});

describe("an error names the setting, the source and the meaning", () => {
  const failure = (message: string, hint?: string) =>
    expect.objectContaining({
      code: "invalid_input",
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint ?? ""),
    });

  test("in the user's file", () => {
    userFile({ "backup.keep": "many" });
    expect(() => loadConfig({ env: env() })).toThrow(
      failure(`backup.keep in ${join(home, "config.json")}: `, "daily backups to keep"),
    );
  });

  test.each([
    ["TELLBACK_BACKUP_KEEP", "0", "backup.keep"],
    ["TELLBACK_DAEMON_IDLE_MINUTES", "soon", "daemon.idleMinutes"],
    ["TELLBACK_DAEMON_IDLE_MINUTES", "-1", "daemon.idleMinutes"],
    ["TELLBACK_STORE_URL", "mysql://host/db", "store.url"],
    ["DATABASE_URL", "mysql://host/db", "store.url"],
    ["TELLBACK_CAPTURE_IGNORE_TOOLS", "Read", "capture.ignoreTools"],
  ])("in the environment: %s=%s", (name, value, key) => {
    expect(() => loadConfig({ env: env({ [name]: value }) })).toThrow(failure(`${key} in ${name}: `, key));
  });

  test("in a flag", () => {
    expect(() => loadConfig({ env: env(), flags: { "backup.keep": 0 } })).toThrow(
      failure("backup.keep as a flag: "),
    );
    expect(() => loadConfig({ env: env(), flags: { "no.such": 1 } as never })).toThrow(failure("no.such"));
  });

  test("in the name of a setting of a project: it is ignored, with the nearest name", () => {
    projectFile({ "recal.sessionstart": 1, "store.url": "x", colour: "red", "recall.sessionStart": false });
    trustProject(paths(), project);
    const unused = [
      "recal.sessionstart is not a setting (did you mean recall.sessionStart?)",
      "store.url belongs to the machine, not to a project",
      "colour is not a setting",
    ];
    expect(unusedSettings(project)).toEqual(unused);
    const { config, ignored } = loadConfig({ env: env(), projectDir: project });
    expect(config["recall.sessionStart"]).toBe(false);
    expect(ignored).toHaveLength(unused.length);
  });

  test("in the name of a setting", () => {
    for (const key of ["backup.kept", "constructor", ""]) {
      userFile(`{ ${JSON.stringify(key)}: 1 }`);
      expect(() => loadConfig({ env: env() }), key).toThrow(
        failure(`unknown setting ${key}`, "tellback config"),
      );
      expect(() => setConfig(paths(), key, "1")).toThrow(failure(`unknown setting ${key}`));
      expect(() => unsetConfig(paths(), key)).toThrow(failure(`unknown setting ${key}`));
    }
  });

  test.each(["{ broken", "[1]", '"text"', "null", ""])("in the JSON of the user's file: %s", (content) => {
    userFile(content);
    expect(() => loadConfig({ env: env() })).toThrow(failure("config.json is not a JSON object", "Repair"));
  });

  test("with something else in place of the user's file", () => {
    mkdirSync(join(home, "config.json"));
    expect(() => loadConfig({ env: env() })).toThrow(failure("config.json is not a regular file", "Repair"));
  });
});

describe("set and unset", () => {
  test("change one key of the user's file and keep the others, privately", () => {
    setConfig(paths(), "backup.keep", "3");
    setConfig(paths(), "store.url", "postgres://me@host/db");
    setConfig(paths(), "backup.keep", "4");
    expect(JSON.parse(readFileSync(paths().config, "utf8"))).toEqual({
      "backup.keep": 4,
      "store.url": "postgres://me@host/db",
    });
    expect(statSync(paths().config).mode & 0o777).toBe(0o600);
    unsetConfig(paths(), "backup.keep");
    expect(JSON.parse(readFileSync(paths().config, "utf8"))).toEqual({
      "store.url": "postgres://me@host/db",
    });
  });

  test("refuse a wrong value and leave the file alone", () => {
    setConfig(paths(), "backup.keep", "3");
    expect(() => setConfig(paths(), "backup.keep", "none")).toThrow(/backup\.keep on the command line/);
    expect(loadConfig({ env: env() }).config["backup.keep"]).toBe(3);
  });

  test("refuse to rewrite a file that they cannot read", () => {
    userFile("{ by hand");
    expect(() => setConfig(paths(), "backup.keep", "3")).toThrow(/not a JSON object/);
    expect(readFileSync(paths().config, "utf8")).toBe("{ by hand");
  });

  test("work before tellback has a home", () => {
    rmSync(home, { recursive: true });
    unsetConfig(paths(), "backup.keep");
    setConfig(paths(), "backup.keep", "3");
    expect(loadConfig({ env: env() }).config["backup.keep"]).toBe(3);
  });
});

test("a share of the budget that does not exist is refused, not dropped", () => {
  const shares = configSchema.shape["recall.shares"];
  expect(shares.safeParse({ code: 300 })).toMatchObject({ success: true, data: { code: 300, now: 330 } });
  expect(shares.safeParse({ layer2: 100 }).success).toBe(false);
});
