/** The command `fuzz` on whatever environment: runs a campaign or replays a trace, and says how it ends. */
import { basename, dirname, join } from 'node:path';
import { messageOf } from '../../../src/errors/error-text.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';
import { describeFinding } from '../../coverage/report-text.js';
import { isInputFile } from '../../http/finding.js';
import type { Model } from '../../model.js';
import { Campaign, type CampaignPlan } from '../campaign.js';
import type { Failure } from '../failure.js';
import { type Replay, replay, replayVerdict } from '../replay.js';
import {
  aboutCampaign,
  failureAsJson,
  failureAsText,
  headAsText,
  type KeptFailure,
  replayCommand,
  summaryAsJson,
  summaryAsText,
  traceFileName,
} from '../report.js';
import { readTrace, writeTrace } from '../trace-file.js';
import { coverageOf, coverageReport } from './coverage-of.js';
import type { FuzzEnvironment } from './fuzz-environment.js';
import { FUZZ_HELP } from './fuzz-help.js';
import { type CampaignOptions, parseFuzzOptions } from './fuzz-options.js';
import type { KeyPresses } from './key-presses.js';
import { MODEL_NAMES, type ModelTable } from './models.js';
import { Progress } from './progress.js';

const EXIT_CLEAN = 0;
const EXIT_VIOLATION = 1;
const EXIT_REFUSED = 2;
const EXIT_INTERRUPTED = 130;
const KEYS_HINT = 'keys: Enter or space: next line, c: all that is left, q: leave\n';
/** Stands for whatever a folder is to take. */
const ANY_FILE = '.probe';

/**
 * @param argv the arguments after `fuzz`
 * @returns the status to exit with
 * @throws ConfigError where the options are wrong, or a file cannot be read, or could not be written
 */
export async function fuzz(argv: readonly string[], environment: FuzzEnvironment): Promise<number> {
  const options = parseFuzzOptions(argv);
  switch (options.command) {
    case 'help':
      environment.out.write(FUZZ_HELP);
      return EXIT_CLEAN;
    case 'replay':
      return runReplay(options.file, options.json, environment);
    case 'campaign':
      refuseUnwritable([join(options.traceDir, ANY_FILE), options.coverage, options.trace], environment);
      return runCampaign(options, environment);
    case 'http': {
      refuseUnwritable([join(options.traceDir, ANY_FILE), join(options.corpusDir, ANY_FILE)], environment);
      const { fuzzHttp } = await import('../../http/fuzz-http.js');
      const seed = options.seed ?? environment.chanceSeed();
      return fuzzHttp({ ...options, seed, failureDir: options.traceDir }, environment);
    }
  }
}

async function modelNamed(name: string, models: ModelTable): Promise<Model> {
  const known = MODEL_NAMES.find((one) => one === name);
  const load = known === undefined ? undefined : models[known];
  if (load === undefined) throw new ConfigError(`there is no model ${name}`);
  return load();
}

async function runCampaign(options: CampaignOptions, environment: FuzzEnvironment): Promise<number> {
  const model = await modelNamed(options.model, environment.models);
  const { json, faults } = options;
  const { out, err } = environment;
  const seed = options.seed ?? environment.chanceSeed();
  const head = { model: options.model, seed, faults };
  const until = 'runs' in options.until ? options.until : { ms: options.until.minutes * 60_000 };
  const plan: CampaignPlan = {
    seed,
    faults,
    until,
    keepGoing: options.keepGoing,
    digest: options.digest,
    traces: options.trace !== undefined,
  };
  const tally = await coverageOf(options.model);
  const progress = new Progress(err, until);
  const begunAtMs = environment.nowMs();
  const elapsedMs = () => environment.nowMs() - begunAtMs;
  let stoppedWith: number | undefined;
  let isAllWritten = true;
  let hasTrace = false;

  const campaign = new Campaign(
    model,
    plan,
    {
      elapsedMs,
      pause: environment.pause,
      isStopped: () => stoppedWith !== undefined,
      patience: environment.patience,
    },
    tally,
    {
      progressed: (state) => {
        if (!json) progress.update(state, () => tally.numbers(), elapsedMs());
      },
      failed: (failure) => {
        progress.clear();
        const kept = keep(failure, options.traceDir, elapsedMs(), environment);
        out.write(json ? failureAsJson(kept) : failureAsText(model, kept));
      },
      traced: ({ history, run, trace = [] }) => {
        if (options.trace === undefined) return;
        hasTrace = written(options.trace, writeTrace(history, run.outcome.violations, trace), environment);
        isAllWritten &&= hasTrace;
      },
    },
  );
  const forget = environment.onStop((status) => {
    stoppedWith = status;
  });
  try {
    if (!json) out.write(`${headAsText(head)}\n`);
    const end = await campaign.run();
    progress.clear();
    const summary = {
      head,
      state: campaign.state(),
      reach: tally.numbers(),
      findings: tally.findings().map(describeFinding),
      end,
      elapsedMs: elapsedMs(),
    };
    out.write(json ? summaryAsJson(summary) : summaryAsText(summary));
  } finally {
    forget();
  }
  if (hasTrace && options.trace !== undefined && !json) {
    out.write(`trace of the whole run: ${replayCommand(options.trace)}\n`);
  }
  if (options.coverage !== undefined) {
    const about = aboutCampaign(head, campaign.state());
    const report = coverageReport(tally, options.coverage, about);
    const isWritten = written(options.coverage, report, environment);
    isAllWritten &&= isWritten;
    if (!isWritten) err.write(`the same as text:\n${coverageReport(tally, '', about)}`);
    else if (!json) out.write(`coverage: ${options.coverage}\n`);
  }
  if (stoppedWith !== undefined) return stoppedWith;
  if (campaign.state().failures > 0) return EXIT_VIOLATION;
  return isAllWritten ? EXIT_CLEAN : EXIT_REFUSED;
}

function keep(
  failure: Failure,
  traceDir: string,
  elapsedMs: number,
  environment: FuzzEnvironment,
): KeptFailure {
  if (failure.shortest === undefined) return { failure, file: undefined, elapsedMs };
  const { history, violations, trace } = failure.shortest;
  const file = traceFileName(traceDir, failure);
  const broken = violations.length > 0 ? violations : failure.violations;
  const isWritten = written(file, writeTrace(history, broken, trace), environment);
  return { failure, file: isWritten ? file : undefined, elapsedMs };
}

async function runReplay(path: string, json: boolean, environment: FuzzEnvironment): Promise<number> {
  let text: string;
  try {
    text = environment.readFile(path);
  } catch (error) {
    throw new ConfigError(`${path} cannot be read: ${messageOf(error)}`);
  }
  if (isInputFile(text)) {
    const { replayHttp } = await import('../../http/fuzz-http.js');
    return replayHttp({ text, path }, environment);
  }
  const file = readTrace(text, path);
  const model = await modelNamed(file.history.model, environment.models);
  const wrong = model.check?.(file.history);
  if (wrong !== undefined) throw new ConfigError(`the history of ${path} cannot be run: ${wrong}`);
  const replayed = await replay(model, file, environment.patience);
  if (json) {
    const { violations, divergence, isRepeatable } = replayed;
    const told = {
      kind: 'replay',
      file: path,
      isSame: isRepeatable ? divergence === undefined : null,
      divergence,
      violations,
    };
    environment.out.write(`${JSON.stringify(told)}\n`);
  } else {
    const end = await showLines(replayed, environment);
    if (end === 'interrupt') return EXIT_INTERRUPTED;
    environment.out.write(`\n${replayVerdict(replayed, file).join('\n')}\n`);
  }
  return replayed.violations.length > 0 ||
    (file.violations.length === 0 && !file.isEdited && replayed.divergence !== undefined)
    ? EXIT_VIOLATION
    : EXIT_CLEAN;
}

async function showLines(
  { lines }: Replay,
  environment: FuzzEnvironment,
): Promise<'quit' | 'interrupt' | 'end'> {
  let keys: KeyPresses | undefined = environment.keyPresses();
  try {
    if (keys !== undefined) environment.out.write(KEYS_HINT);
    for (const line of lines) {
      environment.out.write(`${line}\n`);
      const press = await keys?.next();
      if (press === 'quit' || press === 'interrupt') return press;
      if (press === 'continue') {
        keys?.end();
        keys = undefined;
      }
    }
    return 'end';
  } finally {
    keys?.end();
  }
}

/** Says so, and returns false, where it cannot be written: what was found counts for more than where it is kept. */
function written(path: string, text: string, environment: FuzzEnvironment): boolean {
  try {
    environment.writeFile(path, text);
    return true;
  } catch (error) {
    environment.err.write(`tollgate: ${path} cannot be written: ${messageOf(error)}\n`);
    return false;
  }
}

/** Before anything runs, so that no campaign is lost to a name that was mistyped. */
function refuseUnwritable(paths: readonly (string | undefined)[], environment: FuzzEnvironment): void {
  for (const path of paths) {
    if (path === undefined) continue;
    try {
      environment.probeFile(path);
    } catch (error) {
      const shown = basename(path) === ANY_FILE ? `the folder ${dirname(path)}` : path;
      throw new ConfigError(`${shown} cannot be written: ${messageOf(error)}`);
    }
  }
}
