import { FUZZ_OPTIONS, fuzzOptions } from '../../../../simulation/campaign/command/fuzz-options.js';
import { runFuzz } from '../../../../simulation/campaign/command/run-fuzz.js';
import type { Model } from '../../../../simulation/model.js';
import { readArguments } from '../../../../src/cli/framework/arguments.js';
import { MadeUpEnvironment } from '../made-up-environment.js';
import { boxModel } from '../made-up-models.js';

/** Runs the command line `fuzz …`. Resolves with the exit status. */
export function fuzz(argv: readonly string[], environment: MadeUpEnvironment): Promise<number> {
  return runFuzz(fuzzOptions(readArguments(argv, { arguments: [], options: FUZZ_OPTIONS })), environment);
}

/** Runs a campaign of the model with these options. */
export async function run(line: string, model: Model, environment = new MadeUpEnvironment(model)) {
  const words = line.split(' ').filter((word) => word !== '');
  const status = await fuzz(['--model', 'window', ...words], environment);
  return { status, environment, out: environment.stdout, err: environment.stderr };
}

/** The box overflows above 300; most histories come to that. */
export const overflowing = () => boxModel((balance) => (balance > 300 ? 'box-overflows' : undefined));

export const jsonLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
