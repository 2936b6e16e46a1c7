// The call graph of languages whose calls are resolved by scope, import and the declared type of the receiver.

import type { CallResolution } from "../../kinds.ts";
import { type CallEdge, type Graph, withoutTarget } from "../edges.ts";
import type { FileSummary } from "../summary.ts";
import type { CallFact, Expression, Facts, FunctionFact, TypeFact, TypeName } from "./facts.ts";
import type { FactInFile, Names } from "./lookup.ts";

type Type = { entry: FactInFile<TypeFact>; args: TypeName[]; from: FileSummary; isStatic: boolean };

const confidence = { near: 0.95, import: 0.9, self_method: 0.93, receiver: 0.85, guess: 0.6 } as const;
const maxDepth = 8;

/** The calls of these files; `names` may know more files. */
export function namedGraph(files: FileSummary[], names: Names): Graph {
  const resolver = new Resolver(names);
  const edges: CallEdge[] = [];
  let unresolved = 0;
  for (const { path, facts } of files) {
    const file = names.files.get(path);
    if (!file?.facts) continue;
    for (const call of facts?.calls ?? []) {
      const found = resolver.targets(file, file.facts, call);
      if (found.length === 0) unresolved++;
      edges.push(...asEdges(file, file.facts, call, found));
    }
  }
  return { edges, unresolved };
}

interface Target {
  place: { path: string; line: number; column: number };
  name: string;
  isClass: boolean;
  resolution: CallResolution;
  confidence: number;
}

function asEdges(file: FileSummary, facts: Facts, call: CallFact, found: Target[]): CallEdge[] {
  const around = facts.functions[call.caller];
  const from = {
    caller: around ? qualified(file.path, around.type, around.name) : file.path,
    callerAt: { path: file.path, line: around?.line ?? 1, column: around?.column ?? 1 },
    written: call.written,
    at: { path: file.path, line: call.line, column: call.column },
  };
  if (found.length === 0) {
    return [{ ...from, ...withoutTarget }];
  }
  return found.map((target) => ({
    ...from,
    callee: target.name,
    calleeAt: target.place,
    isClass: target.isClass,
    resolution: target.resolution,
    confidence: Math.round((100 * target.confidence) / (found.length > 1 ? 1.5 : 1)) / 100,
  }));
}

function qualified(path: string, type: string, name: string): string {
  return `${path}#${type ? `${type}.` : ""}${name}`;
}

class Resolver {
  private readonly names: Names;

  constructor(names: Names) {
    this.names = names;
  }

  targets(file: FileSummary, facts: Facts, call: CallFact): Target[] {
    const around = facts.functions[call.caller];
    if (!call.of) return this.plain(file, call.name, around?.type ?? "");
    if (call.isNew) {
      const type = this.typeOf(call.of, file, around, 0);
      return type ? this.constructors(file, type) : [];
    }
    return this.onReceiver(file, call.of, call.name, around);
  }

  /** `name()`: a method of the type around, a function in sight, or a type that is called to make an instance. */
  private plain(file: FileSummary, name: string, around: string): Target[] {
    if (around) {
      const type = this.names.type({ name: around }, file);
      const methods = type ? this.method(type, name, 0) : [];
      if (methods.length > 0)
        return methods.map((one) => functionTarget(one, "self_method", confidence.self_method));
    }
    const functions = this.names.functions(name, file);
    if (functions.found.length > 0) {
      return functions.found.map((one) =>
        functionTarget(
          one,
          functions.by,
          confidence[functions.by === "direct" ? "near" : functions.by === "import" ? "import" : "guess"],
        ),
      );
    }
    const type = this.names.type({ name }, file);
    return type ? this.constructors(file, { entry: type, args: [], from: file, isStatic: false }) : [];
  }

  private onReceiver(
    file: FileSummary,
    of: Expression,
    name: string,
    around: FunctionFact | undefined,
  ): Target[] {
    if (of.is === "name") {
      const inPackage = this.names.inPackage(of.name, name, file);
      if (inPackage.length > 0)
        return inPackage.map((one) => functionTarget(one, "import", confidence.import));
    }
    const type = this.typeOf(of, file, around, 0);
    if (!type) return [];
    const isSelf = of.is === "self" || of.is === "super";
    const methods = of.is === "super" ? this.inherited(type.entry, name) : this.method(type.entry, name, 0);
    const resolution = isSelf
      ? "self_method"
      : type.isStatic
        ? type.entry.file === file
          ? "direct"
          : "import"
        : "inferred";
    const sure = isSelf ? confidence.self_method : type.isStatic ? confidence.import : confidence.receiver;
    return methods.map((one) => functionTarget(one, resolution, sure));
  }

  private constructors(file: FileSummary, { entry }: Type): Target[] {
    const made = this.names.methods(entry, "new").filter(({ fact }) => fact.hasBody);
    const resolution = entry.file === file ? "direct" : "import";
    if (made.length > 0) return made.map((one) => functionTarget(one, resolution, confidence.import));
    const place = { path: entry.file.path, line: entry.fact.line, column: entry.fact.column };
    return [
      {
        place,
        name: qualified(entry.file.path, "", entry.fact.name),
        isClass: true,
        resolution,
        confidence: confidence.import,
      },
    ];
  }

  /** A method of a type or of what it extends; one without a body stands for those that give it one. */
  private method(type: FactInFile<TypeFact>, name: string, depth: number): FactInFile<FunctionFact>[] {
    const own = this.names.methods(type, name);
    const withBody = own.filter(({ fact }) => fact.hasBody);
    if (withBody.length > 0) return withBody;
    if (own.length > 0)
      return this.names
        .implementers(type)
        .flatMap((one) => this.names.methods(one, name).filter(({ fact }) => fact.hasBody));
    return depth > maxDepth ? [] : this.inherited(type, name, depth);
  }

  private inherited(type: FactInFile<TypeFact>, name: string, depth = 0): FactInFile<FunctionFact>[] {
    for (const base of type.fact.bases) {
      const found = this.names.type(base, type.file);
      const methods = found && found !== type ? this.method(found, name, depth + 1) : [];
      if (methods.length > 0) return methods;
    }
    return [];
  }

  private typeOf(
    of: Expression,
    file: FileSummary,
    around: FunctionFact | undefined,
    depth: number,
  ): Type | undefined {
    if (depth > maxDepth) return undefined;
    switch (of.is) {
      case "self":
      case "super":
        return around?.type ? this.named({ name: around.type }, file) : undefined;
      case "type":
        return this.named(of.type, file);
      case "name": {
        const field = around?.type ? this.fieldType({ name: around.type }, of.name, file, 0) : undefined;
        if (field) return field;
        const found = this.named({ name: of.name === "Self" && around?.type ? around.type : of.name }, file);
        return found && { ...found, isStatic: true };
      }
      case "field": {
        if (of.of.is === "name") {
          const inside = this.named({ name: of.name, qualifier: of.of.name }, file);
          if (inside) return { ...inside, isStatic: true };
        }
        const owner = this.typeOf(of.of, file, around, depth + 1);
        return owner && this.fieldType({ name: owner.entry.fact.name }, of.name, owner.entry.file, 0);
      }
      case "element": {
        const list = this.listType(of.of, file, around, depth + 1);
        return list && this.named(list.name, list.file);
      }
      case "call": {
        const [called] = this.calledBy(of, file, around, depth);
        if (called) return called.fact.returns && this.named(called.fact.returns, called.file);
        // Python-like construction: Type(...).
        return of.of ? undefined : this.named({ name: of.name }, file);
      }
    }
  }

  private calledBy(
    of: Expression & { is: "call" },
    file: FileSummary,
    around: FunctionFact | undefined,
    depth: number,
  ): FactInFile<FunctionFact>[] {
    if (!of.of) {
      const type = around?.type ? this.names.type({ name: around.type }, file) : undefined;
      const methods = type ? this.method(type, of.name, 0) : [];
      return methods.length > 0 ? methods : this.names.functions(of.name, file).found;
    }
    if (of.of.is === "name") {
      const inPackage = this.names.inPackage(of.of.name, of.name, file);
      if (inPackage.length > 0) return inPackage;
    }
    const owner = this.typeOf(of.of, file, around, depth + 1);
    if (!owner) return [];
    const own = this.names.methods(owner.entry, of.name);
    return own.length > 0 ? own : this.method(owner.entry, of.name, 0);
  }

  /** What a list, map or iterator holds. */
  private listType(
    of: Expression,
    file: FileSummary,
    around: FunctionFact | undefined,
    depth: number,
  ): { name: TypeName; file: FileSummary } | undefined {
    const written = this.writtenType(of, file, around, depth);
    const last = written?.name.args?.at(-1);
    return written && last && { name: last, file: written.file };
  }

  private writtenType(
    of: Expression,
    file: FileSummary,
    around: FunctionFact | undefined,
    depth: number,
  ): { name: TypeName; file: FileSummary } | undefined {
    if (depth > maxDepth) return undefined;
    if (of.is === "type") return { name: of.type, file };
    if (of.is === "name" && around?.type) return this.fieldName({ name: around.type }, of.name, file, 0);
    if (of.is === "field") {
      const owner = this.typeOf(of.of, file, around, depth + 1);
      return owner && this.fieldName({ name: owner.entry.fact.name }, of.name, owner.entry.file, 0);
    }
    if (of.is === "call") {
      const [called] = this.calledBy(of, file, around, depth);
      if (called?.fact.returns) return { name: called.fact.returns, file: called.file };
      // items.iter(), list.stream(): what is called on a list mostly gives its elements.
      return of.of ? this.writtenType(of.of, file, around, depth + 1) : undefined;
    }
    return undefined;
  }

  private fieldName(
    type: TypeName,
    name: string,
    file: FileSummary,
    depth: number,
  ): { name: TypeName; file: FileSummary } | undefined {
    const entry = this.names.type(type, file);
    if (!entry || depth > maxDepth) return undefined;
    const own = entry.fact.fields.find(([one]) => one === name);
    if (own) return { name: own[1], file: entry.file };
    for (const base of entry.fact.bases) {
      const found = this.fieldName(base, name, entry.file, depth + 1);
      if (found) return found;
    }
    return undefined;
  }

  private fieldType(type: TypeName, name: string, file: FileSummary, depth: number): Type | undefined {
    const found = this.fieldName(type, name, file, depth);
    return found && this.named(found.name, found.file);
  }

  private named(type: TypeName, file: FileSummary): Type | undefined {
    const entry = this.names.type(type, file);
    return entry && { entry, args: type.args ?? [], from: file, isStatic: false };
  }
}

function functionTarget(
  { fact, file }: FactInFile<FunctionFact>,
  resolution: CallResolution,
  sure: number,
): Target {
  const place = { path: file.path, line: fact.line, column: fact.column };
  return {
    place,
    name: qualified(file.path, fact.type, fact.name),
    isClass: false,
    resolution,
    confidence: sure,
  };
}
