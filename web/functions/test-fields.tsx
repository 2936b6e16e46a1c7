// A test of a function as somebody types it: arguments, and what is expected of them.

import { useId } from "preact/hooks";
import { TellbackError } from "../../src/protocol/errors.ts";
import type { FunctionTest, WrittenTest } from "../../src/protocol/functions.ts";

export interface TestDraft {
  name: string;
  args: string;
  kind: FunctionTest["expects"]["kind"];
  expected: string;
  tolerance: string;
  timeoutMs: number | undefined;
}

export const newTest: TestDraft = {
  ...{ name: "", args: "[]", kind: "value", expected: "", tolerance: "", timeoutMs: undefined },
};

/** A name that tellback made from arguments and expectation is made again from the changed ones. */
const isMadeName = (name: string) => name.includes(" → ");

export function draftOf({ name, args, expects, timeoutMs }: FunctionTest): TestDraft {
  return {
    name: isMadeName(name) ? "" : name,
    args: JSON.stringify(args),
    kind: expects.kind,
    expected:
      expects.kind === "value"
        ? JSON.stringify(expects.value)
        : expects.kind === "error"
          ? expects.contains
          : expects.property,
    tolerance: expects.kind === "value" && expects.tolerance ? String(expects.tolerance) : "",
    timeoutMs: timeoutMs ?? undefined,
  };
}

/** For the operation. Throws what is wrong, with the words that were typed. */
export function writtenOf({ name, args, kind, expected, tolerance, timeoutMs }: TestDraft): WrittenTest {
  const given = jsonOf(args, "The arguments are", 'Write a JSON array: ["A b", 3]');
  const test = {
    ...(name.trim() && { name: name.trim() }),
    args: Array.isArray(given) ? given : [given],
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
  if (kind === "error") return { ...test, error: expected };
  if (kind === "property") return { ...test, property: expected };
  return {
    ...{ ...test, value: jsonOf(expected, "The expected value is", 'Write JSON: "a-b", 3, true, [1, 2]') },
    ...(tolerance.trim() && { tolerance: Number(tolerance) }),
  };
}

function jsonOf(text: string, what: string, hint: string): WrittenTest["args"][number] {
  try {
    return JSON.parse(text);
  } catch {
    throw new TellbackError("invalid_input", text.trim() ? `${what} not JSON: ${text}` : `${what} missing`, {
      hint,
    });
  }
}

const kinds = {
  value: { title: "returns", label: "Value, as JSON", hint: '"a-b"' },
  error: { title: "fails with", label: "A part of the message", hint: "any error" },
  property: { title: "satisfies", label: "An expression with result and args", hint: "result > 0" },
} as const;

interface FieldsProps {
  test: TestDraft;
  onChange(test: TestDraft): void;
}

export function TestFields({ test, onChange }: FieldsProps) {
  const id = useId();
  const change = (part: Partial<TestDraft>) => onChange({ ...test, ...part });
  const { label, hint } = kinds[test.kind];
  return (
    <div class="fields">
      <label class="grow">
        <span class="muted">Arguments, a JSON array</span>
        <input
          class="mono"
          value={test.args}
          onInput={(event) => change({ args: event.currentTarget.value })}
        />
      </label>
      <label>
        <span class="muted">Expectation</span>
        <select
          value={test.kind}
          onChange={(event) => change({ kind: event.currentTarget.value as TestDraft["kind"] })}
        >
          {Object.entries(kinds).map(([kind, { title }]) => (
            <option key={kind} value={kind}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label class="grow" for={`${id}-expected`}>
        <span class="muted">{label}</span>
        <input
          id={`${id}-expected`}
          class="mono"
          placeholder={hint}
          value={test.expected}
          onInput={(event) => change({ expected: event.currentTarget.value })}
        />
      </label>
      {test.kind === "value" && (
        <label class="limit">
          <span class="muted">Tolerance</span>
          <input
            type="number"
            min={0}
            step="any"
            placeholder="0"
            value={test.tolerance}
            onInput={(event) => change({ tolerance: event.currentTarget.value })}
          />
        </label>
      )}
      <label class="grow">
        <span class="muted">Name</span>
        <input
          maxLength={120}
          placeholder="made of the above"
          value={test.name}
          onInput={(event) => change({ name: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}
