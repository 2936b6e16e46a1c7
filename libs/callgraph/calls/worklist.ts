// The worklist: which objects each variable holds, who follows it, and what is still to be passed on. It ends when nothing
// changes.

import { Chains, grown } from "./chains.ts";

/** A variable that could hold more is cut off: what is so widely shared says nothing about a call. */
const maxObjects = 16;

/**
 * Steps for each number of the program's operations: real projects need 1 to 25, and what leads back to itself ends here.
 * A task counts as several, because it stays in memory.
 */
const maxSteps = 40;
const minSteps = 1_000_000;
const stepsOfTask = 16;

const copySub = -1;
const taskSub = -2;

export abstract class Worklist {
  /** Objects of variables and subscriptions to variables, as chains: few have more than one, and all are short. */
  private readonly held = new Chains();
  private readonly subs = new Chains();
  private firstHeld: Int32Array;
  private lastHeld: Int32Array;
  /** The last object that subscribers have seen. */
  private passed: Int32Array;
  private firstSub: Int32Array;
  private queued: Uint8Array;
  private sealed: Uint8Array;
  private readonly tasks: ((object: number) => void)[] = [];
  private queue: number[] = [];
  /** Subscriptions to objects that were already passed on: variable, how many, what, extra. */
  private late: number[] = [];
  private nextVariable: number;
  private stepsLeft: number;

  constructor(variables: number, programSize: number) {
    this.nextVariable = variables;
    this.stepsLeft = minSteps + maxSteps * programSize;
    const size = variables * 2 + 1024;
    this.firstHeld = new Int32Array(size);
    this.lastHeld = new Int32Array(size);
    this.passed = new Int32Array(size);
    this.firstSub = new Int32Array(size);
    this.queued = new Uint8Array(size);
    this.sealed = new Uint8Array(size);
  }

  /** An object has reached a variable that the operation at `site` follows. */
  protected abstract operate(site: number, extra: number, object: number): void;

  variable(): number {
    const variable = this.nextVariable++;
    if (variable >= this.firstHeld.length) this.growVariables();
    return variable;
  }

  objectsOf(variable: number): readonly number[] {
    if (variable < 0) return [];
    const found: number[] = [];
    for (let at = this.firstHeld[variable] as number; at !== 0; at = this.held.next(at))
      found.push(this.held.value(at));
    return found;
  }

  isEmpty(variable: number): boolean {
    return this.firstHeld[variable] === 0;
  }

  add(variable: number, object: number): void {
    if (variable < 0 || this.sealed[variable] === 1) return;
    const { held } = this;
    let count = 0;
    for (let at = this.firstHeld[variable] as number; at !== 0; at = held.next(at)) {
      if (held.value(at) === object) return;
      count++;
    }
    if (count >= maxObjects) return;
    const entry = held.push(object, 0, 0);
    if (count === 0) this.firstHeld[variable] = entry;
    else held.setNext(this.lastHeld[variable] as number, entry);
    this.lastHeld[variable] = entry;
    if (this.queued[variable] === 0) {
      this.queued[variable] = 1;
      this.queue.push(variable);
    }
  }

  /** From now on the variable holds what it holds: its declared type says all. */
  seal(variable: number): void {
    if (variable >= 0) this.sealed[variable] = 1;
  }

  copy(from: number, to: number): void {
    if (from !== to && from >= 0 && to >= 0 && this.sealed[to] === 0) this.subscribe(from, copySub, to);
  }

  /** Runs for every object that the variable holds or will hold. */
  each(variable: number, task: (object: number) => void): void {
    if (variable < 0) return;
    this.stepsLeft -= stepsOfTask;
    this.subscribe(variable, taskSub, this.tasks.push(task) - 1);
  }

  subscribe(variable: number, what: number, extra: number): void {
    const { subs } = this;
    const head = this.firstSub[variable] as number;
    if (what === copySub) {
      let looked = 0;
      for (let at = head; at !== 0 && looked < 32; at = subs.next(at), looked++) {
        if (subs.value(at) === copySub && subs.extra(at) === extra) return;
      }
    }
    const entry = subs.push(what, extra, head);
    this.firstSub[variable] = entry;
    // Not at once: one subscription may lead to the next, deeper than the stack.
    const passed = this.passed[variable] as number;
    if (passed !== 0) this.late.push(variable, passed, what, extra);
  }

  protected drain(): void {
    const { held, subs } = this;
    while ((this.queue.length > 0 || this.late.length > 0) && this.stepsLeft > 0) {
      const late = this.late;
      this.late = [];
      for (let i = 0; i < late.length; i += 4) {
        const until = late[i + 1] as number;
        for (let at = this.firstHeld[late[i] as number] as number; ; at = held.next(at)) {
          this.dispatch(late[i + 2] as number, late[i + 3] as number, held.value(at));
          if (at === until) break;
        }
      }
      const batch = this.queue;
      this.queue = [];
      for (const variable of batch) {
        this.queued[variable] = 0;
        const last = this.passed[variable] as number;
        const from = last === 0 ? (this.firstHeld[variable] as number) : held.next(last);
        const until = this.lastHeld[variable] as number;
        this.passed[variable] = until;
        const head = this.firstSub[variable] as number;
        if (head === 0 || from === 0) continue;
        for (let at = from; ; at = held.next(at)) {
          const object = held.value(at);
          for (let sub = head; sub !== 0; sub = subs.next(sub))
            this.dispatch(subs.value(sub), subs.extra(sub), object);
          if (at === until) break;
        }
      }
    }
  }

  private growVariables(): void {
    const size = Math.max(1024, this.firstHeld.length * 2);
    this.firstHeld = grown(this.firstHeld, size);
    this.lastHeld = grown(this.lastHeld, size);
    this.passed = grown(this.passed, size);
    this.firstSub = grown(this.firstSub, size);
    const queued = new Uint8Array(size);
    queued.set(this.queued);
    this.queued = queued;
    const sealed = new Uint8Array(size);
    sealed.set(this.sealed);
    this.sealed = sealed;
  }

  private dispatch(what: number, extra: number, object: number): void {
    if (this.stepsLeft-- <= 0) return;
    if (what === copySub) this.add(extra, object);
    else if (what === taskSub) (this.tasks[extra] as (object: number) => void)(object);
    else this.operate(what, extra, object);
  }
}
