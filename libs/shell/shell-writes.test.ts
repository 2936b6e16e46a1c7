// Which paths a command would change: the ways in which agents write files, and what only looks like it.

import { expect, test } from "vitest";
import { shellWrites } from "./shell-writes.ts";

const at = "/p";
const paths = (command: string) => shellWrites(command, { cwd: at }).map(({ path }) => path);

test.each([
  ["echo x >> a/plan.md", ["/p/a/plan.md"]],
  ["echo x>>a/plan.md", ["/p/a/plan.md"]],
  ["printf '%s' x > 'a/plan.md'", ["/p/a/plan.md"]],
  ['echo "a > b" >| "a/plan.md"', ["/p/a/plan.md"]],
  ["cat <<EOF > a/plan.md\nrm b\n> c\nEOF", ["/p/a/plan.md"]],
  ["cat > a/plan.md <<'EOF'\nx\nEOF\nrm c", ["/p/a/plan.md", "/p/c"]],
  ["make 2> errors.txt && echo ok &> all.txt", ["/p/errors.txt", "/p/all.txt"]],
  ["sed -i 's/a/b/' a/plan.md", ["/p/s/a/b", "/p/a/plan.md"]],
  ["sed -i.bak -e s/a/b/ a/plan.md", ["/p/s/a/b", "/p/a/plan.md"]],
  ["sed -Ei s/a/b/ a/plan.md", ["/p/s/a/b", "/p/a/plan.md"]],
  ["perl -pi -e s/a/b/ a/plan.md", ["/p/s/a/b", "/p/a/plan.md"]],
  ["echo x | tee -a a/plan.md", ["/p/a/plan.md"]],
  ["mv a/plan.md /tmp/x", ["/tmp/x", "/tmp/x/plan.md", "/p/a/plan.md"]],
  ["cp new.md a/plan.md", ["/p/a/plan.md", "/p/a/plan.md/new.md"]],
  ["cp plan.md a/", ["/p/a/plan.md"]],
  ["rm -rf a", ["/p/a"]],
  ["sudo rm -f a/plan.md", ["/p/a/plan.md"]],
  ["FOO=1 env BAR=2 rm a", ["/p/a"]],
  ["cd a && rm plan.md", ["/p/a/plan.md"]],
  ["cd /p/a; (rm plan.md)", ["/p/a/plan.md"]],
  ["git checkout -- a/plan.md", ["/p/a/plan.md"]],
  ["git checkout HEAD~1 a/plan.md", ["/p/HEAD~1", "/p/a/plan.md"]],
  ["git restore a/plan.md", ["/p/a/plan.md"]],
  ["git rm a/plan.md", ["/p/a/plan.md"]],
  ["bash -c 'echo x > a/plan.md'", ["/p/a/plan.md"]],
  ["echo $(rm a/plan.md)", ["/p/a/plan.md"]],
  ['echo "$(rm a/plan.md)"', ["/p/a/plan.md"]],
  ["dd if=/dev/zero of=a/plan.md", ["/p/a/plan.md"]],
  ["truncate -s 0 a/plan.md", ["/p/0", "/p/a/plan.md"]],
  ["for f in x; do rm a/plan.md; done", ["/p/a/plan.md"]],
  ["if true; then rm a; fi", ["/p/a"]],
  ["rm $PWD/a", ["/p/a"]],
  ["find a -name '*.md' -delete", ["/p/a/**/*.md"]],
])("%s", (command, expected) => {
  expect(paths(command)).toEqual(expected);
});

test.each([
  "cat a/plan.md",
  "cat a/plan.md | grep x",
  "grep -n 'rm a/plan.md' notes",
  "echo 'rm a/plan.md'",
  'echo "x > y"',
  "sed -n 1,5p a/plan.md",
  "sed s/a/b/ a/plan.md",
  "git log -- a/plan.md",
  "git diff a/plan.md",
  "make 2>&1",
  "ls # rm a",
  "tellback append a 'did > this' --kind deviation",
  "cat <<EOF\nrm a/plan.md\necho x > a/plan.md\nEOF",
  "find a -name plan.md",
  "",
])("%s changes nothing", (command) => {
  expect(paths(command)).toEqual([]);
});

test("no input makes it slow or fail", () => {
  const long = ['"', "$(", "> ", "{a,b}", "$A", "`", "<(", "print "].map((text) => text.repeat(5_000));
  for (const text of [...long, ...long.map((text) => `python -c '${text}'`), "'", "<<", "\\"])
    expect(() => shellWrites(text, { cwd: at })).not.toThrow();
});
