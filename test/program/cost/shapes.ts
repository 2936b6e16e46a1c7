// Shapes of text that cost a careless scanner more than they should, each of any length.

/** At least `length` characters of a shape. */
export type Shape = (length: number) => string;

/** The same part again and again. */
const of =
  (part: string): Shape =>
  (length) =>
    part.repeat(Math.ceil(length / part.length));

/** Parts that count up, so that no two are equal. */
const numbered =
  (part: (i: number) => string): Shape =>
  (length) => {
    const parts: string[] = [];
    for (let i = 0, so = 0; so < length; i++) {
      const next = part(i);
      parts.push(next);
      so += next.length;
    }
    return parts.join("");
  };

/** One beginning, then a long run that never comes to its end. */
const open = (start: string, part: string, end = ""): Shape => {
  const run = of(part);
  return (length) => `${start}${run(length)}${end}`;
};

/** Half openings, half closings. */
const nested = (opening: string, closing: string): Shape => {
  const [openings, closings] = [of(opening), of(closing)];
  return (length) => openings(length / 2) + closings(length / 2);
};

export const shapes: Readonly<Record<string, Shape>> = {
  "one letter": of("a"),
  "one digit": of("7"),
  "one slash": of("/"),
  "one dot": of("."),
  "one dash": of("-"),
  "one underscore": of("_"),
  "one equals sign": of("="),
  "one backslash": of("\\"),
  "one hash": of("#"),
  "one asterisk": of("*"),
  spaces: open("a", " ", "b"),
  newlines: open("a", "\n", "b"),
  "carriage returns": open("a", "\r\n", "b"),
  "lines of one letter": of("a\n"),
  "lines of one space": open("a", " \n", "b"),
  "different words": numbered((i) => `word${i} `),
  "sentences that say always": of("We always use tabs because it is better. "),
  "sentences without an end": of("never always use not "),
  "one long identifier": of("someLongName"),
  "dotted names": of("a.b"),
  "letters and dots": of("a."),
  "letters and hyphens": of("a-"),
  "digits and underscores": of("0_0_"),
  "dots and hyphens": of("-."),
  preferences: of("prefer a to "),
  replacements: of("replace a with "),
  "things that were tried": of("we tried a, too b "),
  "koreans who hesitate": of("음"),
  "a path": of("a/"),
  "paths that end nowhere": of("a/b.c-"),
  paths: numbered((i) => `src/folder${i}/file${i}.ts `),
  addresses: numbered((i) => `https://user:pass@host${i}.example/path?x=${i}&y=1 `),
  "address that goes on": open("https://", "a.", "/"),
  "open square brackets": of("["),
  "open angle brackets": of("<"),
  "nested round brackets": nested("(", ")"),
  "nested curly brackets": nested('{"a":', "}"),
  "type assertions": of("<any>"),
  "open tags": of("<a "),
  "open named tags": numbered((i) => `<tag${i}>`),
  "unclosed private parts": of("<private>"),
  "unclosed reminders": of("<system-reminder>"),
  "commands that do not close": of("<ctx:remember>"),
  commands: numbered((i) => `<ctx:remember type="fact" tags="a:b">fact ${i}</ctx:remember>\n`),
  "commands that open attributes": of('<ctx:remember type="'),
  "open memory blocks": of("<tellback-memory "),
  "different reminders": numbered((i) => `<system-reminder-${i}>`),
  "open images": of("[Image #1 "),
  "open notifications": of("<task-notification><result>"),
  "open command messages": of("<command-message>a</command-message>"),
  comments: of("<!--"),
  backticks: of("`"),
  "open fences": of("```\n"),
  "open long fences": numbered((i) => `${"`".repeat(3 + (i % 40))}x\n`),
  "open double quotes": of('" a'),
  "escaped quotes": of('\\"'),
  "key and value": numbered((i) => `KEY_${i}=value${i}\n`),
  "tokens of a secret": of("token="),
  "secret in quotes": of('secret="a'),
  base64: of("QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0"),
  "private key that does not end": of("-----BEGIN RSA PRIVATE KEY-----\n"),
  "shell commands": of("echo a && "),
  "git again and again": of("git "),
  "commits again and again": of("git commit -m "),
  "shell variables": numbered((i) => `A${i}=$A${i}; `),
  "shell variables that double": numbered((i) => `A${i + 1}="$A${i}$A${i}"; `),
  "open here documents": of("cat <<EOF\n"),
  "shell substitutions": of("$("),
  "same functions": of("function same() { return 1; }\n"),
  "functions that call one": of("function same() { same(); }\n"),
  "python functions": of("def same(a):\n    return same(a)\n"),
  "nested functions": of("function a() { "),
  "template strings": of("`${"),
  "markdown headings": numbered((i) => `# Heading ${i}\n`),
  "heading of hashes": open("# ", "#", "x"),
  "front matter": open("---\na:\n", "- b\n", "---\n"),
  "markdown emphasis": of("**a "),
  "markdown links": of("[a]("),
  "markdown table": of("| a | b "),
  "checked boxes": of("- [ ] a\n- [x] b\n"),
  "stack trace": numbered((i) => `    at name${i} (/src/file.ts:${i}:1)\n`),
  "test results": numbered((i) => `✓ passes ${i} (1 ms)\n✗ fails ${i}\n`),
  "colour codes": of("\u001b[31m"),
  "zero width": of("\u200b"),
  "letters with zero width": of("a\u200b"),
  emoji: of("👩‍👩‍👧‍👦"),
  "lone surrogates": of("\ud83d"),
  "combining marks": open("a", "\u0301"),
  "chinese words": of("数据库连接"),
  "chinese sentences": of("我们总是使用。"),
  nul: of("\0"),
  "query words": of("type:fact AND ("),
};

const inCode =
  /function|bracket|assertion|newlines|spaces|letter|identifier|quotes|template|tags|comment|zero|dotted|emoji/;

/** Those that a parser of code may find hard. */
export const codeShapes = Object.fromEntries(Object.entries(shapes).filter(([name]) => inCode.test(name)));
