/** Replays the history of a trace file and shows its trace line by line. */

import { BAD, DONE } from '../../../src/cli/framework/exit-status.js';
import { messageOf } from '../../../src/errors/error-text.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';
import { isInputFile } from '../../http/finding.js';
import type { Model } from '../../model.js';
import { type Replay, replay, replayVerdict } from '../replay.js';
import { readTrace } from '../trace-file.js';
import type { FuzzEnvironment } from './fuzz-environment.js';
import type { KeyPresses } from './key-presses.js';

const INTERRUPTED = 130;
const KEYS_HINT = 'keys: Enter or space: next line, c: all that are left, q: quit\n';

/**
 * @returns the status to exit with
 * @throws ConfigError if the file cannot be read, or its history cannot be run
 */
export async function runReplay(
  path: string,
  json: boolean,
  modelNamed: (name: string) => Promise<Model>,
  environment: FuzzEnvironment,
): Promise<number> {
  const text = textOf(path, environment);
  if (isInputFile(text)) {
    const { replayHttp } = await import('../../http/fuzz-http.js');
    return replayHttp({ text, path }, environment);
  }
  const file = readTrace(text, path);
  const model = await modelNamed(file.history.model);
  const wrong = model.check?.(file.history);
  if (wrong !== undefined) throw new ConfigError(`the history of ${path} cannot be run: ${wrong}`);
  const replayed = await replay(model, file, environment.patience);
  const { violations, divergence, isRepeatable } = replayed;
  if (json) {
    const isSame = isRepeatable ? divergence === undefined : null;
    const told = { kind: 'replay', file: path, isSame, divergence, violations };
    environment.out.write(`${JSON.stringify(told)}\n`);
  } else {
    if ((await showLines(replayed, environment)) === 'interrupt') return INTERRUPTED;
    environment.out.write(`\n${replayVerdict(replayed, file).join('\n')}\n`);
  }
  const isOnlyDifferent = file.violations.length === 0 && !file.isEdited && divergence !== undefined;
  return violations.length > 0 || isOnlyDifferent ? BAD : DONE;
}

function textOf(path: string, environment: FuzzEnvironment): string {
  try {
    return environment.readFile(path);
  } catch (error) {
    throw new ConfigError(`${path} cannot be read: ${messageOf(error)}`);
  }
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
