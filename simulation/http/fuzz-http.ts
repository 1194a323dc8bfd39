/** `fuzz --model http`: a campaign against a real server, or inputs sent to one again. */
import { join } from 'node:path';
import type { CommandIo } from '../../src/cli/framework/command.js';
import { ProgressLine } from '../../src/cli/framework/progress.js';
import { projectFolder } from '../../src/packaged/assets.js';
import { Corpus, readEntries } from './corpus.js';
import { type Finding, findingAsText, printInputFile, readInputFile } from './finding.js';
import { HttpCampaign } from './http-campaign.js';
import type { HttpCampaignState } from './http-plan.js';
import { Trial } from './trial.js';
import type { Observation } from './wire/connection.js';
import { escaped } from './wire/http-input.js';

export interface HttpFuzzOptions {
  readonly seed: number;
  readonly until: { readonly runs: number } | { readonly minutes: number };
  readonly json: boolean;
  readonly keepGoing: boolean;
  /** The folder that keeps new inputs, and those of earlier campaigns; undefined: none are kept. */
  readonly corpusDir: string | undefined;
  /** The folder that keeps inputs that showed something wrong. */
  readonly failureDir: string;
  /** The program to start; by default the one this was built with. */
  readonly main?: string;
  /** The inputs to begin with; by default those of the project, if it is there. */
  readonly seedsDir?: string;
}

export interface HttpFuzzEnvironment extends Pick<CommandIo, 'out' | 'err' | 'nowMs'> {
  /** Makes the folders that the path needs. */
  writeFile(path: string, text: string): void;
  /**
   * Calls back when the campaign shall end, with the status to end with, until the returned function is
   * called.
   */
  onStop(stop: (exitStatus: number) => void): () => void;
}

const EXIT_CLEAN = 0;
const EXIT_FOUND = 1;
const LINE_EVERY_MS = 10_000;
const SEEDS_DIR = 'test/simulation/http/corpus';

/** @returns the status to exit with */
export async function fuzzHttp(options: HttpFuzzOptions, environment: HttpFuzzEnvironment): Promise<number> {
  const { seed, json, keepGoing, main } = options;
  const { out } = environment;
  const seedsDir = options.seedsDir ?? join(projectFolder(), SEEDS_DIR);
  const seeds = readEntries(seedsDir);
  const corpus = new Corpus(seeds, options.corpusDir);
  const head = { model: 'http', seed, corpus: corpus.entries.length };
  const until = 'runs' in options.until ? options.until : { ms: options.until.minutes * 60_000 };
  const begunAtMs = environment.nowMs();
  const elapsedMs = () => environment.nowMs() - begunAtMs;
  const progress = new ProgressLine(environment, LINE_EVERY_MS);
  let stoppedWith: number | undefined;

  const campaign = new HttpCampaign({ seed, until, keepGoing, main, shrinks: true }, corpus, {
    elapsedMs,
    isStopped: () => stoppedWith !== undefined,
    progressed: (state) => {
      const part = 'runs' in until ? state.runs / until.runs : elapsedMs() / until.ms;
      if (!json) progress.update(() => figures(state, elapsedMs()), part);
    },
    found: (finding) => {
      progress.end();
      const file = keep(finding, options.failureDir, environment);
      out.write(json ? findingAsJson(finding, file) : findingAsText(finding, file));
    },
  });
  if (!json) out.write(`fuzzing http  seed ${seed}  ${corpus.entries.length} inputs to begin with\n`);
  const forget = environment.onStop((status) => {
    stoppedWith = status;
  });
  try {
    await campaign.run();
  } finally {
    forget();
  }
  progress.end();
  const state = campaign.state();
  out.write(json ? summaryAsJson(head, state, elapsedMs()) : `${figures(state, elapsedMs()).join('  ')}\n`);
  return stoppedWith ?? (state.findings > 0 ? EXIT_FOUND : EXIT_CLEAN);
}

/** Sends the inputs of a file to a fresh server, all at once. @returns the status to exit with */
export async function replayHttp(
  file: { readonly path: string; readonly text: string },
  environment: Pick<HttpFuzzEnvironment, 'out'>,
  main?: string,
): Promise<number> {
  const { out } = environment;
  const { setup, inputs } = readInputFile(file.text, file.path);
  const trial = await Trial.start(setup, main);
  try {
    const verdicts = await Promise.all(inputs.map((input) => trial.send(input)));
    const isUp = await trial.stage.server.isUp();
    const flaw = isUp
      ? (verdicts.find((verdict) => verdict.flaw !== undefined)?.flaw ?? (await trial.flawOfProcess()))
      : trial.flawOfEnd();
    for (const [index, { observation }] of verdicts.entries())
      showExchange(inputs[index]?.bytes ?? '', observation, out);
    out.write(flaw === undefined ? 'nothing wrong\n' : `FOUND ${flaw.rule}: ${flaw.message}\n`);
    return flaw === undefined ? EXIT_CLEAN : EXIT_FOUND;
  } finally {
    await trial.stage.server.stop();
  }
}

function showExchange(bytes: string, { answers, fate }: Observation, out: CommandIo['out']): void {
  out.write(`sent: ${escaped(bytes)}\n`);
  for (const { status, fields, body } of answers) {
    const shown = fields.map(([name, value]) => `${name}: ${value}`).join('\n  ');
    out.write(`answer: ${status}\n  ${shown}\n  ${escaped(body).slice(0, 2_000)}\n`);
  }
  out.write(`connection: ${fate}\n`);
}

function keep(finding: Finding, folder: string, environment: HttpFuzzEnvironment): string | undefined {
  const { seed, run, flaw, inputs } = finding;
  if (inputs.length === 0) return undefined;
  const path = `${folder}/http-${seed}-${run}-${flaw.rule}.json`;
  try {
    environment.writeFile(path, printInputFile(finding));
    return path;
  } catch {
    environment.err.write(`tollgate: ${path} cannot be written\n`);
    return undefined;
  }
}

function figures(state: HttpCampaignState, elapsedMs: number): readonly string[] {
  const perSecond = Math.round(state.runs / (Math.max(1, elapsedMs) / 1_000));
  return [
    `${state.runs} inputs`,
    `${perSecond}/s`,
    `${state.answers} answers of ${state.signatures} kinds`,
    `${state.newEntries} new in the corpus`,
    `${state.acceptedSubmits} jobs`,
    `${state.servers} servers`,
    `${state.findings} findings`,
  ];
}

function findingAsJson(finding: Finding, file: string | undefined): string {
  const { seed, run, flaw, setup, inputs, isRepeatable } = finding;
  const head = { kind: 'finding', model: 'http', seed, run, ...flaw };
  return `${JSON.stringify({ ...head, isRepeatable, file, setup, inputs })}\n`;
}

function summaryAsJson(head: object, state: HttpCampaignState, elapsedMs: number): string {
  const timing = { ms: Math.round(elapsedMs), runsPerSecond: Math.round(state.runs / (elapsedMs / 1_000)) };
  return `${JSON.stringify({ kind: 'summary', ...head, ...state, timing })}\n`;
}
