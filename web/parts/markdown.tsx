// Markdown of the memory as elements, never as HTML: what is written as HTML is shown as text, an image is its
// description, and a link leads somewhere only if its address is harmless.

import { Lexer, type Token, type Tokens } from "marked";
import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import { Code } from "./code.tsx";

const maxLength = 200_000;

/** Words that lead somewhere in the page, with their addresses: citations of the chat. */
const Links = createContext<ReadonlyMap<string, string>>(new Map());

export function Markdown({ text, links }: { text: string; links?: ReadonlyMap<string, string> }) {
  const body = <div class="prose">{blocks(new Lexer({ gfm: true }).lex(text.slice(0, maxLength)))}</div>;
  return links ? <Links.Provider value={links}>{body}</Links.Provider> : body;
}

function Words({ text }: { text: string }) {
  const links = useContext(Links);
  if (links.size === 0) return <>{text}</>;
  return (
    <>
      {text.split(/([\w-]{14,})/).map((word, i) => {
        const to = i % 2 === 1 ? links.get(word) : undefined;
        return to === undefined ? (
          word
        ) : (
          <a key={i} class="cite" href={to}>
            {word}
          </a>
        );
      })}
    </>
  );
}

function blocks(tokens: readonly Token[]): ComponentChildren {
  return tokens.map((token, i) => <Block key={i} token={token} />);
}

function Block({ token }: { token: Token }) {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading": {
      // The page has its own first headings.
      const Level = `h${Math.min(6, token.depth + 2)}` as "h3";
      return <Level>{inline(token.tokens)}</Level>;
    }
    case "code":
      return <Code text={token.text} language={token.lang} />;
    case "blockquote":
      return <blockquote>{blocks(token.tokens ?? [])}</blockquote>;
    case "hr":
      return <hr />;
    case "list": {
      const { ordered, items, start } = token as Tokens.List;
      const rows = items.map((item, i) => (
        <li key={i} class={item.task ? "task" : undefined}>
          {item.task && <span class="tick">{item.checked ? "☑" : "☐"} </span>}
          {blocks(item.tokens.filter(({ type }) => (type as string) !== "checkbox"))}
        </li>
      ));
      return ordered ? <ol start={Number(start) || 1}>{rows}</ol> : <ul>{rows}</ul>;
    }
    case "table":
      return <Table table={token as Tokens.Table} />;
    case "paragraph":
      return <p>{inline(token.tokens)}</p>;
    case "text":
      return <>{"tokens" in token && token.tokens ? inline(token.tokens) : token.text}</>;
    default:
      return <p>{token.raw}</p>;
  }
}

function Table({ table }: { table: Tokens.Table }) {
  return (
    <table>
      <thead>
        <tr>
          {table.header.map((cell, i) => (
            <th key={i} scope="col">
              {inline(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, i) => (
          <tr key={i}>
            {row.map((cell, j) => (
              <td key={j}>{inline(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inline(tokens: readonly Token[] | undefined): ComponentChildren {
  return tokens?.map((token, i) => <Inline key={i} token={token} />);
}

function Inline({ token }: { token: Token }) {
  switch (token.type) {
    case "strong":
      return <strong>{inline(token.tokens)}</strong>;
    case "em":
      return <em>{inline(token.tokens)}</em>;
    case "del":
      return <del>{inline(token.tokens)}</del>;
    case "codespan":
      return (
        <code>
          <Words text={token.text} />
        </code>
      );
    case "br":
      return <br />;
    case "link":
      return <Link to={token.href}>{inline(token.tokens)}</Link>;
    case "image":
      return <span class="muted">[image: {token.text || "no description"}]</span>;
    case "escape":
      return <>{token.text}</>;
    case "text":
      return <>{"tokens" in token && token.tokens ? inline(token.tokens) : <Words text={token.text} />}</>;
    default:
      return <>{token.raw}</>;
  }
}

/** Only the web and mail; the page itself is left only by a click. */
function isHarmless(address: string): boolean {
  return /^(https?:\/\/[^\s/]|mailto:[^\s])/i.test(address);
}

function Link({ to, children }: { to: string; children: ComponentChildren }) {
  if (!isHarmless(to)) return <span title={to}>{children}</span>;
  return (
    <a href={to} title={to} target="_blank" rel="noreferrer noopener nofollow">
      {children}
    </a>
  );
}
