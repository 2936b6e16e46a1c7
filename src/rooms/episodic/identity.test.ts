// How a remote's address identifies the project, and which parts must not be stored.

import { expect, test } from "vitest";
import { normaliseRemote } from "./identity.ts";

const word = ["hunter", "2"].join("");

test.each([
  "git@host.test:a/b.git",
  "host.test:a/b",
  "ssh://git@host.test/a/b.git",
  "ssh://git@host.test:2222/a/b/",
  "https://host.test/a/b.git",
  "https://host.test:8443/a/b",
  "git+ssh://git@host.test/a/b",
  `https://me:${word}@host.test/a/b`,
  `https://${word}@host.test/a/b`,
  `https://me:${word}@${word}@host.test/a/b`,
  `https://me:${word}/${word}@host.test/a/b`,
  `https://me:${word}?${word}#${word}@host.test/a/b`,
  `https://me:${word}:@/${word}@host.test:8443/a/b.git`,
  `https://me:2019@host.test/a/b`,
  `https://host.test/a/b?private_token=${word}`,
  `https://host.test/a/b.git/#${word}`.replace(".git/", ""),
  `https://me:${word}@host.test/a/b?private_token=${word}`,
  `me:${word}@host.test:a/b`,
  `https::https://me:${word}@host.test/a/b`,
])("%s identifies the project host.test/a/b", (url) => {
  expect(normaliseRemote(url)).toBe("host.test/a/b");
});

test.each([
  ["https://host.test/@scope/b", "host.test/@scope/b"],
  ["https://git@host.test/@scope/b", "host.test/@scope/b"],
  ["https://host.test:8443/a/b@v2", "host.test/a/b@v2"],
  ["git@host.test:a/b@v2", "host.test/a/b@v2"],
  ["/srv/git/@scope/b.git", "/srv/git/@scope/b"],
  ["../b", "../b"],
])("%s keeps the @ in its path", (url, remote) => {
  expect(normaliseRemote(url)).toBe(remote);
});
