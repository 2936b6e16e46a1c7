// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of a shell are what is tested
// Which tool uses answer with a secret, and what is left of their answers.
import { describe, expect, test } from "vitest";
import { asksForSecret, withoutAnswer } from "./printed.ts";

const asking = [
  "kubectl get secret db -o jsonpath='{.data.password}' | base64 -d",
  "aws secretsmanager get-secret-value --secret-id a --query SecretString --output text",
  "aws ssm get-parameter --name /db --with-decryption --query Parameter.Value --output text",
  "gcloud secrets versions access latest --secret=db",
  "az keyvault secret show --name db --vault-name v --query value -o tsv",
  "vault kv get -field=password secret/app",
  "op read op://dev/db/password",
  "pass show db/prod",
  "security find-generic-password -a jo -s svc -w",
  "terraform output -raw db_password",
  "heroku config:get DB_PASSWORD -a app",
  "printenv DB_PASSWORD",
  'echo "$API_TOKEN"',
  "echo -n ${DB_PASSWORD}",
  "cat config/master.key",
  "cat /run/secrets/db",
  "head -1 ~/.vault_pass",
  "openssl rand -hex 32",
  'python3 -c "import secrets; print(secrets.token_hex(32))"',
  "gh auth token",
];
const harmless = [
  "cat src/token.ts",
  "cat README.md",
  "echo done",
  "git show HEAD",
  "kubectl get pods",
  "terraform output -raw db_host",
  "npm config get registry",
  "cat docs/password-policy.md",
  "grep -rn password src",
];

describe("a tool use that asks for a secret", () => {
  test.each(asking)("%s", (command) => expect(asksForSecret({ command })).toBe(true));
  test.each(harmless)("is not: %s", (command) => expect(asksForSecret({ command })).toBe(false));
  test("may also read a file", () => {
    expect(asksForSecret({ file_path: "/srv/app/config/master.key" })).toBe(true);
    expect(asksForSecret({ file_path: "/srv/app/db_password.txt" })).toBe(true);
    expect(asksForSecret({ file_path: "/srv/app/src/password.ts" })).toBe(false);
  });
});

test("loses an answer that is one word, and keeps one that says something", () => {
  expect(withoutAnswer({ stdout: "walrusgarden\n", stderr: "" })).toEqual({
    stdout: "[secret:answer]\n",
    stderr: "",
  });
  expect(withoutAnswer({ file: { filePath: "/a/master.key", content: "     1→walrusgarden\n" } })).toEqual({
    file: { filePath: "/a/master.key", content: "     1→[secret:answer]\n" },
  });
  expect(withoutAnswer('Error: secrets "db" not found')).toBe('Error: secrets "db" not found');
});
