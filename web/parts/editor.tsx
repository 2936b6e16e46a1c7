// An editor for code, and two versions of it compared. Both live in a shadow root: only there may their styles be added
// under the page's policy.

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { javascript } from "@codemirror/lang-javascript";
import { python } from "@codemirror/lang-python";
import { HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { unifiedMergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useRef } from "preact/hooks";

const look = EditorView.theme({
  "&": { fontSize: "12.5px", backgroundColor: "var(--raised)", color: "var(--text)", borderRadius: "8px" },
  ".cm-content": {
    fontFamily: "var(--mono)",
    padding: "10px 0",
    minHeight: "56px",
    caretColor: "var(--text)",
  },
  ".cm-gutters": { backgroundColor: "var(--raised)", color: "var(--muted)", border: "none" },
  "&.cm-focused": { outline: "2px solid var(--accent)" },
  ".cm-scroller": { maxHeight: "420px" },
});

/** Code of another language is shown without colours. */
function languageOf(language: string): Extension {
  if (language === "python") return python();
  if (language === "javascript" || language === "typescript")
    return javascript({ typescript: language === "typescript" });
  return [];
}

/** By the page's own colours, which follow its theme. */
const colours = syntaxHighlighting(
  HighlightStyle.define([
    { tag: [tags.keyword, tags.operatorKeyword], color: "var(--code-keyword)" },
    { tag: [tags.string, tags.regexp], color: "var(--code-string)" },
    { tag: [tags.number, tags.bool, tags.className, tags.typeName], color: "var(--code-type)" },
    { tag: [tags.propertyName, tags.definition(tags.variableName)], color: "var(--code-name)" },
    { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  ]),
);

interface EditorProps {
  label: string;
  text: string;
  language: string;
  onChange(text: string): void;
}

export function Editor({ label, text, language, onChange }: EditorProps) {
  return (
    <Shadow
      key={language}
      extensions={[
        ...[lineNumbers(), history(), indentOnInput(), languageOf(language), colours, look],
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ]}
      text={text}
    />
  );
}

export function Compared({
  label,
  before,
  after,
  language,
}: {
  label: string;
  before: string;
  after: string;
  language: string;
}) {
  return (
    <Shadow
      key={`${before}\0${after}`}
      extensions={[
        ...[lineNumbers(), languageOf(language), colours, look, EditorState.readOnly.of(true)],
        unifiedMergeView({
          original: before,
          mergeControls: false,
          collapseUnchanged: { margin: 3, minSize: 6 },
        }),
        EditorView.contentAttributes.of({ "aria-label": label }),
      ]}
      text={after}
    />
  );
}

function Shadow({ text, extensions }: { text: string; extensions: readonly Extension[] }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current as HTMLDivElement;
    const root = element.shadowRoot ?? element.attachShadow({ mode: "open" });
    const view = new EditorView({ state: EditorState.create({ doc: text, extensions }), parent: root, root });
    return () => view.destroy();
  }, []);
  return <div class="editor" ref={host} />;
}
