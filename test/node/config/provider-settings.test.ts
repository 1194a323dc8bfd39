import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { USUAL_LIMITS } from '../../../src/limits/limits.js';
import { callLimits } from '../../../src/node/assembly/part-settings.js';
import { readConfig } from '../../../src/node/config/config.js';
import { readProviderKey } from '../../../src/node/config/provider-keys.js';
import { commonSettings, entryProblem, partEntry } from '../../../src/node/config/provider-settings.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';
import type { Adapter } from '../../../src/providers/adapters/adapter.js';
import { folderOfFile } from '../../temporary-folder.js';

const folder = folderOfFile('provider-settings');

const HOSTED: Adapter = {
  kind: 'hosted',
  isReal: true,
  defaultUrl: 'https://api.example',
  settings: {},
  create: () => {
    throw new Error('is not made here');
  },
};
const SELF_HOSTED: Adapter = {
  kind: 'self-hosted',
  isReal: true,
  needsNoKey: true,
  settings: {},
  create: HOSTED.create,
};

/** The messages of what is wrong with an entry; none if it is right. */
function problems(adapter: Adapter, entry: Readonly<Record<string, unknown>>): readonly string[] {
  const parsed = z.strictObject(commonSettings(adapter)).safeParse(entry);
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  const problem = entryProblem(adapter, entry);
  return problem === undefined ? [] : [problem];
}

function parted(adapter: Adapter, entry: Readonly<Record<string, unknown>>) {
  return partEntry(adapter, z.object(commonSettings(adapter)).parse(entry), '/etc/tollgate');
}

function configOf(text: string) {
  const path = join(folder, 'tollgate.yaml');
  writeFileSync(path, text);
  return readConfig(new Map([['config', path]]), {}, folder);
}

describe('the entry of a service', () => {
  it('has the default URL if it names none, and its own without a slash at the end', () => {
    expect(parted(HOSTED, { 'key-env': 'KEY' }).settings).toEqual({ url: 'https://api.example' });
    const own = parted(HOSTED, { url: 'http://10.0.0.5:8188/v1/', 'key-env': 'KEY' });
    expect(own.settings).toEqual({ url: 'http://10.0.0.5:8188/v1' });
  });

  it('names its URL if the kind has none by itself', () => {
    expect(problems(SELF_HOSTED, {})).toEqual(['must have the url of the service']);
    expect(problems(SELF_HOSTED, { url: 'http://127.0.0.1:8188' })).toEqual([]);
    expect(problems(SELF_HOSTED, { url: 'ftp://127.0.0.1' })[0]).toMatch(/^url must be an http or https URL/);
  });

  it('names one place for its key, a variable or a file', () => {
    expect(parted(HOSTED, { 'key-env': 'FAL_KEY' }).key).toEqual({
      from: 'environment',
      variable: 'FAL_KEY',
    });
    expect(parted(HOSTED, { 'key-file': 'up.key' }).key).toEqual({
      from: 'file',
      path: '/etc/tollgate/up.key',
    });
    expect(problems(HOSTED, {})).toEqual(['must say with key-env or key-file where its key is']);
    expect(problems(HOSTED, { 'key-env': 'A', 'key-file': 'b' })).toEqual([
      'must have only one of key-env and key-file',
    ]);
    expect(problems(HOSTED, { 'key-env': 'r8_secret' })[0]).toMatch(/^key-env must be the name of/);
  });
});

describe('the bounds of a provider', () => {
  it('beat those for all providers, and hold for it alone', () => {
    const config = configOf(`
provider-calls-max: 7
provider-poll-timeout-ms: 700
providers:
  one: { kind: simulated, calls-per-second-max: 2, poll-timeout-ms: 900, waiting-max: 3, breaker-failures: 2 }
  other: { kind: simulated }
`);
    expect(callLimits(config, 'one', USUAL_LIMITS)).toMatchObject({
      pollsPerSecondMax: 2,
      pollLimitMs: 900,
      submitsWaitingMax: 3,
      submitsInFlightMax: 7,
      breaker: { failuresInARow: 2, coolDownFirstMs: 1_000 },
    });
    for (const name of ['other', 'configured no more']) {
      expect(callLimits(config, name, USUAL_LIMITS)).toMatchObject({
        pollsPerSecondMax: 20_000,
        pollLimitMs: 700,
        submitsWaitingMax: 100_000,
        submitsInFlightMax: 7,
        breaker: { failuresInARow: 8 },
      });
    }
  });

  it.each([
    ['calls-max: 0', /:1: providers\.one\.calls-max must be a whole number from 1 to 100000, not 0$/],
    [
      'breaker-cool-down-ms: 60000',
      /^providers\.one\.breaker-cool-down-max-ms is less than providers\.one\.breaker-cool-/,
    ],
    ['key-env: FAL_KEY', /providers\.one\.key-env is not a setting that exists$/],
  ])('are refused with %s', (setting, message) => {
    expect(() => configOf(`providers: { one: { kind: simulated, ${setting} } }\n`)).toThrow(message);
  });
});

describe('the key of a provider', () => {
  const fromVariable = { name: 'fal', key: { from: 'environment', variable: 'FAL_KEY' } } as const;
  const inFile = (content: string) => {
    const path = join(folder, 'fal.key');
    writeFileSync(path, content);
    return { name: 'fal', key: { from: 'file', path } } as const;
  };

  it('is read from the variable or the file, without the line break at its end', () => {
    expect(readProviderKey(fromVariable, { FAL_KEY: 'id:secret' })).toBe('id:secret');
    expect(readProviderKey(inFile('secret\n'), {})).toBe('secret');
    expect(readProviderKey(inFile('secret\r\n'), {})).toBe('secret');
    expect(readProviderKey({ name: 'comfy', key: undefined }, {})).toBe('');
  });

  it('is missing in one line that names it', () => {
    const refusal = (read: () => unknown) => {
      try {
        read();
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        return (error as ConfigError).message;
      }
      return 'none';
    };
    const variable = 'providers.fal: the environment variable FAL_KEY';
    expect(refusal(() => readProviderKey(fromVariable, {}))).toBe(`${variable} is not set`);
    expect(refusal(() => readProviderKey(fromVariable, { FAL_KEY: '\n' }))).toBe(`${variable} is empty`);
    const missing = { name: 'fal', key: { from: 'file', path: join(folder, 'no.key') } } as const;
    expect(refusal(() => readProviderKey(missing, {}))).toMatch(
      /fal: the key-file \S+ cannot be read \(ENOENT/,
    );
    mkdirSync(join(folder, 'd'), { recursive: true });
    const notAFile = { name: 'fal', key: { from: 'file', path: join(folder, 'd') } } as const;
    expect(refusal(() => readProviderKey(notAFile, {}))).toMatch(/is no file of at most 16384 bytes$/);
    expect(refusal(() => readProviderKey(inFile('x'.repeat(20_000)), {}))).toMatch(/is no file of at most/);
  });

  it('stands in no message if it is no key', () => {
    expect(() => readProviderKey(inFile('two words\n'), {})).toThrow(/holds no key(?!.*two)/);
    expect(() => readProviderKey(fromVariable, { FAL_KEY: 'schlüssel' })).toThrow(/holds no key(?!.*schl)/);
  });
});
