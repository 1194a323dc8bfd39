/** Runs a campaign: shows how it is getting on, keeps what it finds, and says how it ends. */

import * as z from 'zod';
import { BAD, DONE } from '../../../src/cli/framework/exit-status.js';
import { ProgressLine } from '../../../src/cli/framework/progress.js';
import { messageOf } from '../../../src/errors/error-text.js';
import { describeFinding } from '../../coverage/report-text.js';
import type { Model } from '../../model.js';
import { Campaign } from '../campaign.js';
import { type Failure, leavesRuins } from '../failure.js';
import { progressItems } from '../readable.js';
import {
  aboutCampaign,
  campaignCommand,
  failureAsJson,
  failureAsText,
  headAsText,
  type KeptFailure,
  replayCommand,
  summaryAsJson,
  summaryAsText,
  traceFileName,
} from '../report.js';
import { writeTrace } from '../trace-file.js';
import { coverageOf, coverageReport } from './coverage-of.js';
import type { FuzzEnvironment } from './fuzz-environment.js';
import type { CampaignOptions } from './fuzz-options.js';

/** A file could not be written. */
const UNWRITTEN = 2;
const PLAIN_LINE_EVERY_MS = 10_000;

/** @returns the status to exit with */
export async function runCampaign(
  model: Model,
  options: CampaignOptions,
  environment: FuzzEnvironment,
): Promise<number> {
  const { json, faults, keepGoing, digest } = options;
  const { out, err } = environment;
  const seed = options.seed ?? environment.chanceSeed();
  const head = { model: options.model, seed, faults };
  const until = 'runs' in options.until ? options.until : { ms: options.until.minutes * 60_000 };
  const tally = await coverageOf(options.model);
  const progress = new ProgressLine(environment, PLAIN_LINE_EVERY_MS);
  const begunAtMs = environment.nowMs();
  const elapsedMs = () => environment.nowMs() - begunAtMs;
  let stoppedWith: number | undefined;
  let isAllWritten = true;
  let hasTrace = false;

  const campaign = new Campaign(
    model,
    { seed, faults, until, keepGoing, digest, traces: options.trace !== undefined },
    {
      elapsedMs,
      pause: environment.pause,
      isStopped: () => stoppedWith !== undefined,
      patience: environment.patience,
    },
    tally,
    {
      progressed: (state) => {
        const part = 'runs' in until ? state.runs / until.runs : elapsedMs() / until.ms;
        if (!json) progress.update(() => progressItems(state, tally.numbers(), elapsedMs()), part);
      },
      failed: async (failure) => {
        progress.end();
        const file = keep(failure, options.traceDir, environment);
        const canTry = model.isRepeatable !== false && !leavesRuins(failure) && stoppedWith === undefined;
        const kept: KeptFailure = {
          failure,
          file,
          elapsedMs: elapsedMs(),
          isSoAlone: canTry && file ? await breaksItAlone(failure, file, environment) : undefined,
          campaignCommand: campaignCommand(head, failure),
        };
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
    progress.end();
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
  if (campaign.state().failures > 0) return BAD;
  return isAllWritten ? DONE : UNWRITTEN;
}

/** Writes the trace. @returns the name of its file; undefined if there is none */
function keep(failure: Failure, traceDir: string, environment: FuzzEnvironment): string | undefined {
  if (failure.shortest === undefined) return undefined;
  const { history, violations, trace } = failure.shortest;
  const file = traceFileName(traceDir, failure);
  const broken = violations.length > 0 ? violations : failure.violations;
  return written(file, writeTrace(history, broken, trace), environment) ? file : undefined;
}

const REPLAYED = z.object({ violations: z.array(z.object({ invariant: z.string() })) });

/**
 * Whether the shrunk history breaks its rule in a process that has run nothing before. It does not if a
 * campaign carried something from one run to the next. Undefined if the process ended otherwise.
 */
async function breaksItAlone(
  { violations: [first] }: Failure,
  file: string,
  environment: FuzzEnvironment,
): Promise<boolean | undefined> {
  const part = environment.replayAlone?.(file);
  if (part === undefined) return undefined;
  const { text } = await part.ended;
  const replayed = REPLAYED.safeParse(jsonIn(text));
  return replayed.data?.violations.some(({ invariant }) => invariant === first?.invariant);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Says so, and returns false, if the file cannot be written: a finding counts for more than its file. */
function written(path: string, text: string, environment: FuzzEnvironment): boolean {
  try {
    environment.writeFile(path, text);
    return true;
  } catch (error) {
    environment.err.write(`tollgate: ${path} cannot be written: ${messageOf(error)}\n`);
    return false;
  }
}
