// docs/settings.md: every setting with its default, its environment variable and who may set it.

import { z } from "zod";
import { configKeys, configSchema, environmentName, projectKeys } from "../../src/config/schema.ts";
import { code, page, table } from "./markdown.ts";

const introduction = `\`tellback config --explain\` shows each setting in force and where its value comes from. \`tellback config set KEY VALUE\`
writes to \`config.json\` in tellback's home folder (\`~/.tellback\`; \`TELLBACK_HOME\` moves it). Later sources win: default, the
user's file, the project's \`.tellback/config.json\`, environment, flags.

A project's file counts only after its user has run \`tellback config trust\` there, and only for the settings marked
"project". All others belong to the machine, because one daemon serves every project. \`DATABASE_URL\` works like
\`TELLBACK_STORE_URL\` on the command line; a daemon that a hook starts ignores it, because there it is the project's own
database.`;

export function settingsPage(): string {
  const groups = [...new Set(configKeys.map(groupOf))];
  const sections = groups.map((group) => {
    const rows = configKeys
      .filter((key) => groupOf(key) === group)
      .map((key) => {
        const { type, values, value, description } = factsOf(key);
        const scope = projectKeys.has(key) ? "project" : "machine";
        return [
          code(key),
          description,
          values ? values.map(code).join(", ") : type,
          code(JSON.stringify(value)),
          scope,
          code(environmentName(key)),
        ];
      });
    const heads = ["setting", "meaning", "values", "default", "set by", "environment"];
    return `## ${group}\n\n${table(heads, rows)}`;
  });
  return page("Settings", "src/config/schema.ts", introduction, ...sections);
}

function groupOf(key: string): string {
  return key.split(".")[0] ?? key;
}

function factsOf(key: (typeof configKeys)[number]) {
  const schema = configSchema.shape[key];
  const { type, enum: values, description } = z.toJSONSchema(schema);
  const { data: value } = schema.safeParse(undefined);
  return {
    type: String(type ?? ""),
    values: values?.map(String),
    value,
    description: description ?? "",
  };
}
