/**
 * The models that the fuzzer runs: a model makes histories from seeds, runs them, and says what went against
 * the rules.
 *
 * A history is plain data, made before it runs: what is asked of the thing under test, when, and which faults
 * meet it. So it can be printed, kept in a file, run again to the same end, and made shorter by leaving out
 * steps.
 *
 * Rules for a model
 *  1. `generate` follows its seed alone, `run` its history alone: neither a clock nor ambient chance enters.
 *  2. Every sub-sequence of the steps of a history is a history: a step whose premise is gone does nothing.
 *  3. `run` returns what it finds and throws for nothing that the code under test does.
 */

import type { MachineStep } from '../src/machines/run-machine.js';

export type { MachineStep };

export const FAULT_LEVELS = ['none', 'light', 'heavy'] as const;
export type FaultLevel = (typeof FAULT_LEVELS)[number];

/**
 * One thing that happens in a history, `at` ms after its first instant; what stands before is at times below
 * 0.
 */
export interface Step {
  /** Names the step in its history, also after others were left out. */
  readonly id: number;
  readonly at: number;
  /** The kind of the step; the further fields depend on it. */
  readonly do: string;
}

export interface History<S extends Step = Step, Setup = unknown> {
  readonly v: 1;
  readonly model: string;
  /** The seed of the history; also feeds the chance within the code under test. */
  readonly seed: number;
  readonly faults: FaultLevel;
  /** The state before the first step. Plain JSON. */
  readonly setup: Setup;
  /** By `at`, ascending. */
  readonly steps: readonly S[];
}

export interface Violation {
  /** The name of the rule that was broken. */
  readonly invariant: string;
  /** The rule as a sentence, if it has one. */
  readonly says?: string;
  /** The observed against the expected, with the ids it is about. */
  readonly message: string;
  /** Ms after the first instant of the history; in the setup below 0. */
  readonly atMs: number;
}

/**
 * One line of a trace. Plain JSON; `at` in ms after the first instant of the history, in the setup below 0.
 */
export interface TraceLine {
  readonly at: number;
  readonly what: string;
}

/** An onlooker of a run. */
export interface Watch {
  traced?(line: TraceLine): void;
  machineStep?(step: MachineStep): void;
  /** Whether a run that broke this rule has shown enough: it may end then. */
  isEnough?(violation: Violation): boolean;
}

export interface Outcome {
  readonly violations: readonly Violation[];
  /** How much time passed in the history's world, in ms. */
  readonly simulatedMs: number;
  /** How often things happened, by name; for reports. */
  readonly counts: Readonly<Record<string, number>>;
}

export interface Model<S extends Step = Step, Setup = unknown> {
  readonly name: string;
  generate(seed: number, faults: FaultLevel): History<S, Setup>;
  run(history: History<S, Setup>, watch: Watch): Promise<Outcome>;
  /** The flaw of a history that was read from a file, in one line; undefined if it can be run. */
  check?(history: History): string | undefined;
  /** The setup in readable lines; if absent, it is shown as JSON. */
  describeSetup?(setup: Setup): readonly string[];
  /** The step as one readable line, without its time. */
  describe(step: S): string;
  /**
   * Steps that may stand in the place of this one in a shrunk history, simplest first; each of them simpler
   * than it, so that this comes to an end.
   */
  simpler?(step: S): readonly S[];
  /** Setups that may stand in the place of this one's, as for steps. */
  simplerSetups?(history: History<S, Setup>): readonly Setup[];
  /**
   * False if a history is played in real time, and so may run another way the next time. Then it is shown as
   * it ran when it was found, and is not shrunk; rule 1 is kept by `generate` alone.
   */
  readonly isRepeatable?: boolean;
}
