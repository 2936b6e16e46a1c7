// Commands that would change a sealed plan or progress, in the ways in which agents write files, and commands that look
// alike and must run.

import { expect, test } from "vitest";
import { sealedBy } from "./guard.ts";
import { shellWrites } from "./shell-writes.ts";

const layout = { base: "/p/.engram/tasks", pattern: "{task}/{phase}.md" };
const place = { cwd: "/p", top: "/p", home: "/home/u" };
const isDenied = (command: string) =>
  shellWrites(command, place).some((write) => sealedBy(write, layout) !== null);
const T = ".engram/tasks/x";

// biome-ignore format: one command after the other
const denied = [
`echo a | tee -a ${T}/plan.md`,`echo a | tee ${T}/plan.md >/dev/null`,`cat > ${T}/plan.md <<'EOF'\nhi\nEOF`,`cat <<EOF >> ${T}/progress.md\nhi\nEOF`,
`sed -i.bak s/a/b/ ${T}/plan.md`,`sed -i '' -e s/a/b/ ${T}/plan.md`,`sed --in-place=.bak s/a/b/ ${T}/plan.md`,`sed -n -i p ${T}/plan.md`,`perl -pi -e 's/a/b/' ${T}/plan.md`,`perl -i.orig -pe 's/a/b/' ${T}/plan.md`,`ruby -i -pe '$_.upcase' ${T}/plan.md`,
`python -c "open('${T}/plan.md','w').write('x')"`,`python3 - <<'EOF'\nopen("${T}/plan.md","a").write("x")\nEOF`,`python3 <<EOF\nfrom pathlib import Path\nPath('${T}/plan.md').write_text('x')\nEOF`,`node -e "require('fs').writeFileSync('${T}/plan.md','x')"`,`node --eval "fs.appendFileSync('${T}/progress.md','x')"`,`ruby -e 'File.write("${T}/plan.md","x")'`,`perl -e 'open F,">","${T}/plan.md"'`,`php -r 'file_put_contents("${T}/plan.md","x");'`,
`git checkout -- ${T}/plan.md`,`git checkout HEAD -- .engram`,`git restore ${T}/progress.md`,`git restore --source=HEAD~1 ${T}`,`git -C /p restore ${T}/plan.md`,`git stash push ${T}/plan.md`,`git mv ${T}/plan.md x`,`git rm -f ${T}/plan.md`,`git clean -fdx .engram`,`git -C /p/.engram checkout -- tasks/x/plan.md`,
`cp new.md ${T}/plan.md`,`cp -f plan.md ${T}/`,`cp -t ${T} plan.md`,`cp --target-directory=${T} plan.md`,`install -m 644 plan.md ${T}/plan.md`,`rsync a/ ${T}/plan.md`,`ln -sf /tmp/y ${T}/plan.md`,`ln -sfn /tmp/y ${T}`,`truncate -s0 ${T}/plan.md`,`dd if=/dev/null of=${T}/plan.md`,`mv ${T}/plan.md /tmp/`,`mv /tmp/plan.md ${T}/`,`mv new.md ${T}/plan.md`,`rm -r .engram`,`rm -rf .engram/`,`rm -rf ./.engram/tasks/x`,`rm -rf .engram/*`,`rm -rf .engram/tasks/*`,`rm ${T}/*.md`,`rm ${T}/{plan,progress}.md`,`echo x > ${T}/pl{an,}.md`,
`cd ${T} && echo x >> plan.md`,`cd .engram/tasks; cd x; echo x > plan.md`,`(cd ${T} && rm plan.md)`,`pushd ${T} && rm plan.md`,`cd /p/${T}\nrm plan.md`,`cd "${T}" && rm plan.md`,`cd .engram && cd tasks/x && sed -i s/a/b/ plan.md`,`cd src && cd .. && rm ${T}/plan.md`, `cd - ; rm /p/${T}/plan.md`,
`echo x > "${T}/plan.md"`,`echo x > '${T}/plan.md'`,`echo x > ${T}/"plan".md`,`echo x > .engram/tasks/my\\ task/plan.md`,`echo x > ".engram/tasks/my task/plan.md"`,
`F=${T}/plan.md; echo x >> $F`,`F=${T}/plan.md\necho x >> "$F"`,`export F="${T}/plan.md" && sed -i s/a/b/ "\${F}"`,`D=${T}; rm $D/plan.md`,`D=/p/.engram/tasks; echo x > "$D/x/plan.md"`,`for f in ${T}/plan.md; do echo x >> $f; done`,`for f in plan progress; do rm ${T}/$f.md; done`,`local f=${T}/plan.md; rm $f`, `f=plan; rm ${T}/$f.md`,
`true && echo x >> ${T}/plan.md || exit`,`true; { echo x; echo y; } > ${T}/plan.md`,`(echo x) > ${T}/plan.md`,`echo x 1> ${T}/plan.md`,`echo x &>> ${T}/plan.md`,`echo x >& ${T}/plan.md`,`: > ${T}/plan.md`,`> ${T}/plan.md`,`echo x>|${T}/plan.md`,
`echo x > /p/${T}/plan.md`,`echo x > ./${T}/../x/plan.md`,`echo x > src/../${T}/plan.md`,`echo x > $PWD/${T}/plan.md`,`echo x > "$(pwd)/${T}/plan.md"`,`echo x > "\${PWD}/${T}/plan.md"`,`echo x > "$CLAUDE_PROJECT_DIR/${T}/plan.md"`,`rm "$(git rev-parse --show-toplevel)/${T}/plan.md"`, `rm $(git rev-parse --show-toplevel)/${T}/plan.md`,
`bash -c "echo x > ${T}/plan.md"`,`sh -ec 'rm ${T}/plan.md'`,`bash <<'EOF'\nrm ${T}/plan.md\nEOF`,`eval "rm ${T}/plan.md"`,`echo ${T}/plan.md | xargs rm`,`find .engram -name plan.md -delete`,`find . -name plan.md -delete`,`find .engram -name plan.md -exec rm {} \\;`,`find .engram/tasks -type f | xargs rm -f`,`find .engram -name '*.md' -print0 | xargs -0 sed -i s/a/b/`,`ls ${T}/*.md | xargs sed -i s/a/b/`,
`sudo -u root rm ${T}/plan.md`,`env -i rm ${T}/plan.md`,`timeout 5 rm ${T}/plan.md`,`nice -n 5 rm ${T}/plan.md`,`command rm ${T}/plan.md`,`\\rm ${T}/plan.md`,`/bin/rm ${T}/plan.md`,`if true; then rm ${T}/plan.md; fi`,`while read l; do echo $l >> ${T}/plan.md; done < a`,`! rm ${T}/plan.md`,`f() { rm ${T}/plan.md; }; f`,

`awk -i inplace '{print}' ${T}/plan.md`,`sponge ${T}/plan.md < a`,`curl -o ${T}/plan.md http://x`,`curl http://x --output ${T}/plan.md`,`wget -O ${T}/plan.md x`,`sort -o ${T}/plan.md ${T}/plan.md`,`patch ${T}/plan.md < a.diff`,`ed -s ${T}/plan.md`,`vim -es -c wq ${T}/plan.md`,`ex -sc 'wq' ${T}/plan.md`,`prettier --write ${T}/plan.md`,`npx prettier --write ${T}/plan.md`,`jq . a > ${T}/plan.md`,`shred -u ${T}/plan.md`,`cat a | dd of="${T}/plan.md"`,`diff a b | tee ${T}/plan.md`,`exec > ${T}/plan.md`,`exec 3>${T}/plan.md`,`gsed -i s/a/b/ ${T}/plan.md`,`busybox sed -i s/a/b/ ${T}/plan.md`, `echo x | tee ${T}/{plan,progress}.md`,`rm -rf .eng*`,`rm -rf ./.engram/t*`,`mv .engram .engram2`,`mv .engram/tasks /tmp`,
`f=${T}/plan.md; tmp=$(mktemp); sed s/a/b/ "$f" > "$tmp" && mv "$tmp" "$f"`,`sed s/a/b/ ${T}/plan.md > /tmp/p && mv /tmp/p ${T}/plan.md`,`sed s/a/b/ ${T}/plan.md > /tmp/plan.md && cp /tmp/plan.md ${T}`,`python3 - <<'PY'\np = "${T}/plan.md"\ns = open(p).read()\ns = s.replace("a", "b")\nopen(p, "w").write(s)\nPY`,`python3 -c "import pathlib; p=pathlib.Path('${T}/plan.md'); p.write_text(p.read_text().replace('a','b'))"`,`python3 -c 'import shutil; shutil.copy("/tmp/a", "${T}/plan.md")'`,`python3 -c "import os; os.system('rm ${T}/plan.md')"`,`node -e "const fs=require('fs'); const f='${T}/plan.md'; fs.writeFileSync(f, fs.readFileSync(f,'utf8')+'x')"`,`node <<'EOF'\nimport { rmSync } from "node:fs";\nrmSync(".engram", { recursive: true });\nEOF`,`awk '{print > "${T}/plan.md"}' a`,`cd ${T}; (echo x) >> progress.md`,`(cd ${T}; rm -f plan.md progress.md) && ls`,`rm -f -- ${T}/plan.md`,`rm ~/../../p/${T}/plan.md`,`cat a b > /p//.engram/./tasks/x/plan.md`,`mv ${T} ${T}-old`,`git checkout stash@{0} -- ${T}/plan.md`,`git rm -r .engram`,`echo x | sudo tee -a ${T}/plan.md > /dev/null`,`if [ -f ${T}/plan.md ]; then echo x >> ${T}/plan.md; fi`,`cat <<'EOF' | tee ${T}/plan.md\nx\nEOF`,`echo "a $(cat <<'EOF'\nb\nEOF\n)" > ${T}/plan.md`,`echo 1 << 2; rm ${T}/plan.md`,`ls;rm ${T}/plan.md`,`ls|tee ${T}/plan.md`,`a=1 b=2 rm ${T}/plan.md`,`test -n "$x" && { rm ${T}/plan.md; }`,`case x in x) rm ${T}/plan.md;; esac`,`rm ${T}/plan.md # comment`,`# comment\nrm ${T}/plan.md`,`set -e; cd /p; rm -rf .engram/tasks/x/`,`for t in .engram/tasks/*; do rm $t/plan.md; done`,`for f in .engram/tasks/*/plan.md; do sed -i s/a/b/ "$f"; done`,`while read -r f; do rm "$f"; done <<< ${T}/plan.md; rm ${T}/plan.md`,
];

// biome-ignore format: one command after the other
const allowed = [
`cat ${T}/plan.md`,`cat ${T}/plan.md > /tmp/copy.md`,`grep -n todo ${T}/plan.md`,`rg -i x .engram`,`git diff ${T}/plan.md`,`git diff -- .engram > /tmp/d`,`git add .engram`,`git add ${T}/plan.md && git commit -m "add plan"`,`git commit -am 'rm ${T}/plan.md'`,`git log -p ${T}/plan.md`,`git show HEAD:${T}/plan.md`,`git show HEAD:${T}/plan.md > /tmp/p`,`git checkout main`,`git checkout -b feature`,`git stash`,`git status .engram`,`git blame ${T}/plan.md`,
`echo x > src/plan.md`,`sed -i s/a/b/ src/plan.md`,`rm docs/plan.md`,`echo x >> plan.md`,`cp ${T}/plan.md /tmp/backup.md`,`cp ${T}/plan.md docs/`,`cp -r .engram /tmp/b`,`rsync -a .engram/ /tmp/b`,`ln -s ../${T}/plan.md docs/plan-link.md`,`dd if=${T}/plan.md of=/tmp/x`,`tar -czf /tmp/a.tgz .engram`,`zip -r /tmp/a.zip .engram`,
`head -5 ${T}/progress.md | tee /tmp/h`,`wc -l ${T}/*.md`,`ls -la .engram/tasks`,`find .engram -name plan.md`,`find . -name '*.md' | xargs grep x`,`find .engram -type f -exec cat {} +`,`find . -name '*.pyc' -delete`,`find . -name node_modules -exec rm -rf {} +`,`less ${T}/plan.md`,`diff ${T}/plan.md a.md > /tmp/d`,`sha256sum ${T}/plan.md`,`stat ${T}/plan.md`,`test -f ${T}/plan.md && echo yes > out.txt`,`[ -f ${T}/plan.md ] || echo no`,
`echo x > ${T}/scratchpad.md`,`sed -i s/a/b/ ${T}/scratchpad.md`,`cat > ${T}/scratchpad.md <<EOF\n> plan.md\nEOF`,`cd ${T} && cat plan.md`,`cd ${T} && echo x > scratchpad.md`,`cd ${T} && cat plan.md > /tmp/p`,
`engram append x "rm ${T}/plan.md > done"`,`engram plan x --content "1. rm ${T}/plan.md"`,`engram plan x <<'EOF'\n1. edit ${T}/plan.md\nEOF`,`npx engram append x "changed ${T}/plan.md with sed -i"`,`echo "see ${T}/plan.md" >> README.md`,`echo 'open("${T}/plan.md","w")' >> notes.txt`,`git commit -m "$(cat <<'EOF'\nwrite ${T}/plan.md\nEOF\n)"`,
`python -c "print(open('${T}/plan.md').read())"`,`python3 - <<'EOF'\nprint(open("${T}/plan.md").read())\nEOF`,`node -e "console.log(require('fs').readFileSync('${T}/plan.md','utf8'))"`,`python3 -c "t=open('${T}/plan.md').read(); open('out.txt','w').write(t)"`,`jq . package.json > /tmp/x`,`make > build.log 2>&1`,`npm test`,`rm -rf node_modules dist`,`rm -rf *`,`F=src/plan.md; echo x > $F`,`for f in a b; do cat ${T}/$f.md; done`,`gh pr create --body "$(cat ${T}/plan.md)"`,`awk '{print > "out.txt"}' ${T}/plan.md`,`sed -n 1,5p ${T}/plan.md > head.md`,`sort ${T}/plan.md -o sorted.md`,`git checkout HEAD -- src/a.ts`,`rm src/*.md`,`rm "$F"`,`echo x > "$OUT"`,`rm -rf "$TMP/x"`,`rm $(ls *.tmp)`,`echo $(date) > log.txt`,`rm -rf /tmp/tasks/*`,`touch a.md`,`curl -o a.json http://x`,`npx prettier --write src`,`npx prettier --check .engram`,`mv a.md docs/plan.md`,`cp docs/plan.md docs/progress.md`,
`(cd ${T} && ls); echo x > plan.md`,`tee copy.md < ${T}/plan.md`,`patch a.txt < ${T}/plan.md`,`git rm -r --cached .engram`,`git restore --staged ${T}/plan.md`,`mv notes.md ${T}/`,`cp notes.md ${T}`,`find . -name __pycache__ -exec rm -rf {} +`,`find . -name '*.log' -delete`,`find .engram -name '*.bak' -delete`,`rm -rf "$HOME/.engram"`,`rm -rf ~/.engram`,`find . -type f -name '*.ts' | xargs sed -i s/a/b/`,`ls .engram | xargs -n1 echo`,`grep -rl foo src | xargs sed -i s/foo/bar/`,`python3 -c "import json; d=json.load(open('a.json')); open('b.json','w').write(open('${T}/plan.md').read())"`,`python3 script.py ${T}/plan.md`,`node scripts/check.js ${T}/plan.md`,`node -e "const p='${T}/plan.md'; console.log(fs.readFileSync(p,'utf8')); fs.writeFileSync('out','x')"`,`cat ${T}/plan.md | python3 -c "import sys; open('x','w').write(sys.stdin.read())"`,`ln -s ${T}/plan.md`,`engram task verify --restore`,`cd .engram/tasks/x && git log plan.md > /tmp/log`,`diff <(cat ${T}/plan.md) a > d.txt`,`rm ${T}/plan.md.changed-2026`,`rm ${T}/.plan.md.swp`,`echo "x >> ${T}/plan.md"`,`awk '{print $1 > "out.txt"}' ${T}/plan.md`,`git stash list`,`git stash pop`,`rm -rf build && cat ${T}/plan.md`,`test a -nt ${T}/plan.md`,`while read l; do echo "$l"; done < ${T}/plan.md`,`export PLAN=${T}/plan.md; cat $PLAN`,`for f in ${T}/*.md; do wc -l $f; done`,`cat ${T}/plan.md 2>/dev/null || echo none`,`echo x > .engram/config.json`,`rm .engram/notes.txt`,`mkdir -p ${T}`,`rm -rf ./*`,`git clean -fd src`,`eslint --fix src`,`prettier --write docs/plan.md`,
];

test.each(denied)("denied: %s", (command) => {
  expect(isDenied(command)).toBe(true);
});

test.each(allowed)("allowed: %s", (command) => {
  expect(isDenied(command)).toBe(false);
});

test("from a folder of the project, the root of the work tree is known", () => {
  const inside = { ...place, cwd: "/p/packages/api" };
  const denies = (command: string) =>
    shellWrites(command, inside).some((one) => sealedBy(one, layout) !== null);
  expect(denies(`rm $(git rev-parse --show-toplevel)/${T}/plan.md`)).toBe(true);
  expect(denies(`rm ../../${T}/plan.md`)).toBe(true);
  expect(denies(`rm ${T}/plan.md`)).toBe(false);
});
