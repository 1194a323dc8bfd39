/** Runs what the options of `fuzz` ask for, on whatever environment: a campaign, or a replay. */
import { basename, dirname, join } from 'node:path';
import { messageOf } from '../../../src/errors/error-text.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';
import type { Model } from '../../model.js';
import type { FuzzEnvironment } from './fuzz-environment.js';
import type { FuzzOptions } from './fuzz-options.js';
import { MODEL_NAMES, type ModelTable } from './models.js';
import { runCampaign } from './run-campaign.js';
import { runPortfolio } from './run-portfolio.js';
import { runReplay } from './run-replay.js';

/** Stands for whatever file a folder is to take. */
const ANY_FILE = '.probe';

/**
 * @returns the status to exit with
 * @throws ConfigError if a file cannot be read, or could not be written
 */
export async function runFuzz(options: FuzzOptions, environment: FuzzEnvironment): Promise<number> {
  switch (options.command) {
    case 'replay': {
      const { file, json } = options;
      return await runReplay(file, json, (name) => modelNamed(name, environment.models), environment);
    }
    case 'campaign': {
      refuseUnwritable([join(options.traceDir, ANY_FILE), options.coverage, options.trace], environment);
      return await runCampaign(await modelNamed(options.model, environment.models), options, environment);
    }
    case 'portfolio': {
      refuseUnwritable([join(options.traceDir, ANY_FILE)], environment);
      return await runPortfolio(options, environment);
    }
    case 'http': {
      refuseUnwritable([join(options.traceDir, ANY_FILE), join(options.corpusDir, ANY_FILE)], environment);
      const { fuzzHttp } = await import('../../http/fuzz-http.js');
      const seed = options.seed ?? environment.chanceSeed();
      return await fuzzHttp({ ...options, seed, failureDir: options.traceDir }, environment);
    }
  }
}

async function modelNamed(name: string, models: ModelTable): Promise<Model> {
  const known = MODEL_NAMES.find((one) => one === name);
  const load = known === undefined ? undefined : models[known];
  if (load === undefined) throw new ConfigError(`there is no model ${name}`);
  return load();
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
