/**
 * One history of the configuration, run: what was given is written down and read as a node reads it.
 *
 * Rules
 *  - `refusals`: something wrong is refused, wherever it stands and whatever beats it, in one line that names
 *    it; what is right and goes together is taken.
 *  - `values`: an option has its value from the command line, else from the environment, else from the file,
 *    else its default; a relative path counts from the folder of whoever names it.
 *  - `sections`: models, providers and payments are those of the file.
 *  - `parts`: a part of the node is told each bound in its own unit.
 *  - `keys`: a key is what stands in its place, in one line; no message shows any of a secret.
 *  - `reloads`: see `reloaded-node.ts`; what is read beside the node is what a usual one reads again.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type NodeConfig, readConfig } from '../../../src/node/config/config.js';
import { type OptionKey, optionName, variableName } from '../../../src/node/config/options/options.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';
import type { Outcome, Watch } from '../../model.js';
import { RunRecord } from '../../world/run-record.js';
import { VirtualWorld } from '../../world/virtual-world.js';
import type { ConfigHistory, ConfigStep, EntryStep, GivenStep } from './config-history.js';
import { ExpectedConfig, givenSteps } from './expected-config.js';
import { wrongParts } from './expected-parts.js';
import { wrongSections } from './expected-sections.js';
import { checkKey, NEVER_SHOWN } from './key-reading.js';
import { DRAWN_OPTIONS, textOf } from './option-samples.js';
import { ReloadedNode } from './reloaded-node.js';

const FOLDER = '/the/folder/of/the/process';
/** A node of which nothing is configured. */
const USUAL = readConfig(new Map(), {}, FOLDER);

export async function runConfigHistory(history: ConfigHistory, watch: Watch): Promise<Outcome> {
  const record = new RunRecord(new VirtualWorld({ seed: history.seed }), watch);
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-fuzz-'));
  try {
    const file = join(folder, 'tollgate.yaml');
    let node: ReloadedNode | undefined;
    for (const step of history.steps) {
      if (step.do === 'key') checkKey(step, folder, record);
      if (step.do !== 'aside') continue;
      const given = givenSteps(step.given);
      const lines = linesOf(given);
      writeFileSync(file, lines.map(({ line }) => `${line}\n`).join(''));
      const config = checkRead(given, lines, file, record);
      if (config !== undefined) new ReloadedNode(USUAL, record).reload(config, false);
    }
    for (const { given, fails } of readings(history.steps)) {
      const lines = linesOf(given);
      writeFileSync(file, lines.map(({ line }) => `${line}\n`).join(''));
      const config = checkRead(given, lines, file, record);
      if (node !== undefined) node.reload(config, fails);
      else if (config !== undefined) node = new ReloadedNode(config, record);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return record.outcome();
}

interface Reading {
  readonly given: readonly GivenStep[];
  readonly fails: boolean;
}

/** That of the start, and those of the reloads. */
function readings(steps: readonly ConfigStep[]): readonly Reading[] {
  const read: Reading[] = [];
  let given: readonly GivenStep[] = [];
  let fails = false;
  for (const step of steps) {
    if (step.do === 'aside' || step.do === 'key') continue;
    if (step.do !== 'reload') {
      given = givenSteps([...given, step]);
      continue;
    }
    read.push({ given, fails });
    fails = step.fails;
  }
  return [...read, { given, fails }];
}

interface FileLine {
  readonly line: string;
  readonly step: GivenStep | undefined;
}

/** JSON, each value on a line of its own. */
function linesOf(steps: readonly GivenStep[]): readonly FileLine[] {
  const lines: FileLine[] = [{ line: '# A configuration.', step: undefined }];
  for (const step of steps) {
    if (step.do === 'mistype' && step.from === 'file')
      lines.push({ line: `${mistyped(optionName(step.option))}: 7`, step });
    if (step.do === 'set' && step.from === 'file')
      lines.push({ line: `${optionName(step.option)}: ${JSON.stringify(step.value)}`, step });
    if (step.do === 'entry' && step.section === 'payments')
      lines.push({ line: `payments: ${JSON.stringify(step.entry)}`, step });
  }
  for (const section of ['providers', 'models'] as const) {
    const entries = steps.filter((step) => step.do === 'entry' && step.section === section) as EntryStep[];
    if (entries.length === 0) continue;
    lines.push({ line: `${section}:`, step: undefined });
    for (const step of entries)
      lines.push({ line: `  ${JSON.stringify(step.name)}: ${JSON.stringify(step.entry)}`, step });
  }
  return lines;
}

/** Without its third letter. */
function mistyped(name: string): string {
  return name.slice(0, 2) + name.slice(3);
}

/** @returns undefined if it was refused */
function checkRead(
  steps: readonly GivenStep[],
  lines: readonly FileLine[],
  file: string,
  record: RunRecord,
): NodeConfig | undefined {
  const options = new Map<OptionKey, string>([['config', file]]);
  const environment: Record<string, string> = {};
  for (const step of steps) {
    if (step.do === 'set' && step.from === 'command') options.set(step.option, textOf(step.value));
    if (step.do === 'set' && step.from === 'environment')
      environment[variableName(step.option)] = textOf(step.value);
    if (step.do === 'variable') environment[step.name] = step.value;
    if (step.do === 'mistype' && step.from === 'environment')
      environment[`TOLLGATE_${mistyped(variableName(step.option).slice('TOLLGATE_'.length))}`] = '7';
  }
  const wrong = steps.filter(({ isWrong }) => isWrong);
  const expected = new ExpectedConfig(steps, file, FOLDER);
  let config: NodeConfig;
  try {
    config = readConfig(options, environment, FOLDER);
  } catch (error) {
    record.count('refused');
    const message = error instanceof Error ? error.message.replaceAll(file, 'FILE') : String(error);
    record.trace('refused', { message });
    if (!(error instanceof ConfigError)) record.broke('refusals', `the reading failed: ${message}`);
    else if (wrong.length === 0 && expected.conflict === undefined)
      record.broke('refusals', `nothing is wrong, and it is refused: ${message}`);
    else if (message.includes('\n')) record.broke('refusals', `it is refused in several lines: ${message}`);
    else if (message.includes(NEVER_SHOWN)) record.broke('keys', `a refusal shows a secret: ${message}`);
    // Options that do not go together may be refused before a section that is wrong.
    else if (expected.conflict === undefined && !wrong.some((step) => names(step, lines, message)))
      record.broke('refusals', `the refusal names nothing that is wrong: ${message}`);
    return undefined;
  }
  record.count('taken');
  const why = wrong.length > 0 ? 'with something wrong in it' : expected.conflict;
  if (why !== undefined) record.broke('refusals', `a configuration is taken: ${why}`);
  else checkConfig(config, expected, record);
  return config;
}

/** Whether a refusal names this, with its line if it stands in the file. */
function names(step: GivenStep, lines: readonly FileLine[], message: string): boolean {
  const nth = lines.findIndex((line) => line.step === step);
  if (nth >= 0) return message.includes(`FILE:${nth + 1}:`);
  if (step.do === 'entry') return false;
  if (step.do === 'variable') return message.startsWith(`${step.name} `);
  if (step.do === 'set' && step.from === 'command')
    return message.startsWith(`--${optionName(step.option)} `);
  return step.do === 'set'
    ? message.startsWith(`${variableName(step.option)} `)
    : message.includes(variableName(step.option));
}

function checkConfig(config: NodeConfig, expected: ExpectedConfig, record: RunRecord): void {
  for (const option of DRAWN_OPTIONS) {
    const due = expected.value(option);
    const found = (config as unknown as Record<string, unknown>)[option];
    if (!isDeepStrictEqual(found, due))
      record.broke('values', `${optionName(option)} is ${shown(found)}, not ${shown(due)}`);
  }
  if (config.managementKey !== expected.managementKey)
    record.broke('values', `the operator's key is ${config.managementKey}, not ${expected.managementKey}`);
  for (const wrong of wrongParts(config)) record.broke('parts', wrong);
  for (const wrong of wrongSections(config, expected)) record.broke('sections', wrong);
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? 'undefined';
}
