import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { serve as command, servedConfig } from '../../../src/cli/commands/node/serve.js';
import { readArguments } from '../../../src/cli/framework/arguments.js';
import { readMailPassword } from '../../../src/node/assembly/mail.js';
import { metricsReaders, type NodeConfig } from '../../../src/node/config/config.js';
import { configSummary } from '../../../src/node/config/config-summary.js';
import { OPTION_KEYS, OPTIONS, optionName, variableName } from '../../../src/node/config/options/options.js';
import { ConfigError } from '../../../src/node/config/start-refused.js';
import { KINDS as PROVIDER_KINDS } from '../../../src/providers/adapters/adapters.js';
import { folderOfFile } from '../../temporary-folder.js';

const KINDS = PROVIDER_KINDS.map(({ kind }) => kind).join(', ');
const folder = folderOfFile('config');

function write(text: string, name = 'tollgate.yaml'): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function readServe(
  argv: readonly string[],
  io: { readonly environment: Record<string, string>; readonly folder: string },
) {
  const given = readArguments(argv, command);
  return servedConfig(given, io, given.has('demo'));
}

function serve(argv: readonly string[], environment: Record<string, string> = {}): NodeConfig {
  return readServe(argv, { environment, folder }).config;
}

function refusal(argv: readonly string[], environment: Record<string, string> = {}): string {
  try {
    readServe(argv, { environment, folder });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    expect(error.message).not.toContain('\n');
    expect(error.exitStatus).toBe(2);
    return error.message;
  }
  throw new Error('nothing was refused');
}

function refusalOfFile(text: string): string {
  const path = write(text);
  return refusal(['--config', path]).replace(path, 'FILE');
}

describe('mail and sign-up', () => {
  const MAIL = ['--public-url', 'https://a.dz', '--smtp-url', 'smtps://me@mail.a.dz'];

  it.each([
    [['--smtp-url', 'smtp://127.0.0.1'], 'smtp-url is given and needs public-url'],
    [['--sign-up', 'open'], 'sign-up is open and needs public-url'],
    [['--public-url', 'https://a.dz', '--verify', 'email'], 'verify is email and needs smtp-url'],
  ])('is refused without what it needs (%j)', (argv, why) => {
    expect(refusal(argv)).toContain(why);
  });

  it('has no password in a URL, and none in a message about one', () => {
    const message = refusal(['--public-url', 'https://a.dz', '--smtp-url', 'smtp://me:hush@mail.a.dz']);
    expect(message).toContain('--smtp-url must be smtps://USER@HOST:PORT');
    expect(message).not.toContain('hush');
  });

  it('reads the password from a variable or a file', () => {
    const file = write('from a file'.replaceAll(' ', '-'), 'smtp.password');
    const byFile = serve([...MAIL, '--smtp-password-file', file]);
    expect(readMailPassword(byFile, {})).toBe('from-a-file');
    expect(readMailPassword(serve(MAIL), { TOLLGATE_SMTP_PASSWORD: 'hush' })).toBe('hush');
    expect(() => readMailPassword(serve(MAIL), {})).toThrow('TOLLGATE_SMTP_PASSWORD is not set');
  });
});

describe('where a value comes from', () => {
  it('is the default if nothing is given', () => {
    const config = serve([]);
    expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', defaultRpm: 60, retentionDays: 90 });
    expect(config).toMatchObject({ bodyMaxBytes: 1_048_576, publicUrl: undefined, managementKey: undefined });
    expect(config.data).toBe(join(folder, 'data'));
    expect(config.metricsNetworks).toEqual([]);
    expect(metricsReaders(config)).toEqual(['127.0.0.0/8', '::1/128']);
    expect(config.providers).toEqual([
      { name: 'simulated', kind: 'simulated', settings: {}, bounds: {}, models: [] },
    ]);
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('is the command line before the environment before the file before the default', () => {
    const places = fc.record({
      option: fc.option(fc.integer({ min: 0, max: 65_535 })),
      environment: fc.option(fc.integer({ min: 0, max: 65_535 })),
      file: fc.option(fc.integer({ min: 0, max: 65_535 })),
    });
    fc.assert(
      fc.property(places, ({ option, environment, file }) => {
        const path = write(file === null ? '' : `port: ${file}\n`, 'precedence.yaml');
        const config = serve(
          option === null ? [] : [`--port=${option}`],
          environment === null
            ? { TOLLGATE_CONFIG: path }
            : { TOLLGATE_CONFIG: path, TOLLGATE_PORT: `${environment}` },
        );
        expect(config.port).toBe(option ?? environment ?? file ?? 8080);
      }),
      { numRuns: 50 },
    );
  });

  it('is reachable for every option by its flag, its variable and its key in the file', () => {
    for (const key of OPTION_KEYS.filter((one) => OPTIONS[one].inFile)) {
      const value = OPTIONS[key].example;
      const name = `--${optionName(key)}`;
      // The first two go together, and another one with them; mail and sign-up want the others.
      const together = [
        '--tls-cert=/c',
        '--tls-key=/k',
        '--public-url=https://a.dz',
        '--smtp-url=smtp://b.dz',
      ];
      const others = together.filter((one) => !one.startsWith(name));
      const valueBy = (argv: readonly string[], environment = {}) =>
        serve([...argv, ...others], environment)[key as keyof NodeConfig];
      const expected = valueBy([`${name}=${value}`]);
      expect(valueBy([], { [variableName(key)]: String(value) })).toEqual(expected);
      const path = write(JSON.stringify({ [optionName(key)]: value }), 'each.json');
      expect(valueBy(['--config', path])).toEqual(expected);
    }
  });

  it('is validated even if a stronger one beats it', () => {
    expect(refusal(['--port', '1'], { TOLLGATE_PORT: 'x' })).toMatch(/^TOLLGATE_PORT must be a whole number/);
  });

  it('counts an empty variable as not set', () => {
    expect(serve([], { TOLLGATE_PORT: '', TOLLGATE_MANAGEMENT_KEY: '' })).toMatchObject({ port: 8080 });
  });

  it('resolves relative paths from the current folder, in the file from the folder of the file', () => {
    const path = write('data: db\n', 'paths.yaml');
    const elsewhere = join(folder, 'elsewhere');
    const given = readServe(['--config', path], { environment: {}, folder: elsewhere });
    expect(given).toMatchObject({ config: { data: join(folder, 'db') } });
    const other = readServe(['--config', path, '--data', 'db'], { environment: {}, folder: elsewhere });
    expect(other).toMatchObject({ config: { data: join(elsewhere, 'db') } });
  });
});

describe('the values', () => {
  it('are shown in a summary where they were set, and only there', () => {
    const always = { providers: ['simulated (simulated)'], 'management-key': 'of the data folder' };
    expect(configSummary(serve([]))).toEqual(always);
    const set = serve(['--metrics-networks', '10.1.0.0/16', '--port', '9000', '--default-rpm', '60']);
    expect(configSummary(set)).toEqual({ ...always, port: 9_000, 'metrics-networks': ['10.1.0.0/16'] });
  });

  it('keep networks with their prefix', () => {
    const config = serve(['--trusted-proxies', '10.0.0.0/8, 192.168.1.1,fd00::/8,::1']);
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '192.168.1.1/32', 'fd00::/8', '::1/128']);
    expect(serve(['--metrics-networks=10.1.0.0/16']).metricsNetworks).toEqual(['10.1.0.0/16']);
  });

  it.each(['10.0.0.0/33', '10.0.0', 'fe80::1%eth0', '::/129', '10.0.0.0/8/8', '10.0.0.0/', 'localhost'])(
    'refuse %s as a network',
    (network) => {
      expect(refusal(['--trusted-proxies', network])).toBe(
        `--trusted-proxies must be an address or a network such as 10.0.0.0/8, not "${network}"`,
      );
    },
  );

  it('keep a public URL without its trailing slash', () => {
    expect(serve(['--public-url', 'https://g.example/base/']).publicUrl).toBe('https://g.example/base');
    expect(serve(['--public-url', 'http://g.example:81']).publicUrl).toBe('http://g.example:81');
  });

  it.each([
    'g.example',
    'ftp://g.example',
    'https://u:p@g.example',
    'https://g.example/?a',
    'https://g.example/#',
  ])('refuse %s as a public URL', (url) => {
    expect(refusal(['--public-url', url])).toMatch(/^--public-url must be an http or https URL/);
  });

  it.each(['65536', '-1', '1e3', '0x10', '8080 ', '', '9999999999999999999'])(
    'refuse "%s" as a port',
    (port) => {
      expect(refusal([`--port=${port}`])).toBe(
        `--port must be a whole number from 0 to 65535, not ${port === '65536' ? port : JSON.stringify(port)}`,
      );
    },
  );

  it('refuse a management key that is too short or has a space, without showing it', () => {
    for (const key of ['short', `${'x'.repeat(31)} `, 'x'.repeat(201), `${'x'.repeat(40)}é`]) {
      const message = refusal([], { TOLLGATE_MANAGEMENT_KEY: key });
      expect(message).toBe(
        'TOLLGATE_MANAGEMENT_KEY must be 32 to 200 printable ASCII characters without spaces',
      );
    }
    expect(serve([], { TOLLGATE_MANAGEMENT_KEY: 'k'.repeat(32) }).managementKey).toBe('k'.repeat(32));
  });
});

describe('the command line', () => {
  it.each([
    [['it'], 'it is one argument too many'],
    [['--prot', '1'], '--prot is not an option; did you mean --port?'],
    [['--frobnicate'], '--frobnicate is not an option'],
    [['-p', '1'], '-p is not an option'],
    [['--port'], '--port needs a value'],
    [['--port', '--demo'], '--port needs a value'],
    [['--demo=1'], '--demo takes no value'],
    [['--port', '1', '--port=2'], '--port is given twice'],
    [['--port', 'a\nb'], '--port must be a whole number from 0 to 65535, not "a\\nb"'],
    [['--a\nb'], '--a b is not an option'],
    [['--toString', '1'], '--toString is not an option'],
  ])('%j is refused by name', (argv, message) => {
    expect(refusal(argv)).toBe(message);
  });

  it('allows a demo on loopback addresses only', () => {
    for (const host of ['127.0.0.1', '127.9.9.9', '::1', 'localhost']) {
      expect(readServe(['--demo', '--host', host], { environment: {}, folder })).toMatchObject({
        isDemo: true,
      });
    }
    for (const host of ['0.0.0.0', '::', '192.168.0.1', '127.0.0.1.example.com']) {
      expect(refusal(['--demo', '--host', host])).toBe(
        `--demo serves on a loopback address only, and the host is ${host}`,
      );
    }
  });
});

describe('the environment', () => {
  it('is refused if a variable looks like a mistyped option', () => {
    expect(refusal([], { TOLLGATE_DEFAULT_RMP: '5' })).toBe(
      'TOLLGATE_DEFAULT_RMP is not an option; did you mean TOLLGATE_DEFAULT_RPM?',
    );
  });

  it('may hold variables of others with the same prefix', () => {
    const others = {
      TOLLGATE_API_KEY: 'sk-x',
      TOLLGATE_BASE_URL: 'http://x',
      TOLLGATE_SERVICE_HOST: '10.0.0.1',
    };
    expect(serve([], others).port).toBe(8080);
  });
});

describe('the file', () => {
  it('may be JSON, indented with tabs', () => {
    const path = write('{\n\t"port": 9000,\n\t"trusted-proxies": ["10.0.0.0/8"]\n}\n', 'tollgate.json');
    expect(serve(['--config', path])).toMatchObject({ port: 9000, trustedProxies: ['10.0.0.0/8'] });
  });

  it('may be empty', () => {
    expect(serve(['--config', write('# nothing yet\n')]).port).toBe(8080);
  });

  it.each([
    ['host: h\nport: high\n', 'FILE:2: port must be a whole number from 0 to 65535, not "high"'],
    ['port: "80"\n', 'FILE:1: port must be a whole number from 0 to 65535, not "80"'],
    ['port: null\n', 'FILE:1: port must be a whole number from 0 to 65535, not null'],
    ['\nprot: 80\n', 'FILE:2: prot is not an option; did you mean port?'],
    ['config: other.yaml\n', 'FILE:1: config is not an option'],
    ['__proto__: 1\n', 'FILE:1: __proto__ is not an option'],
    ['TOLLGATE_MANAGEMENT_KEY: x\n', 'FILE:1: TOLLGATE_MANAGEMENT_KEY is not an option'],
    ['port: 1\nport: 2\n', 'FILE:2: is not valid YAML: Map keys must be unique'],
    ['host: h: 1\n', 'FILE:1: is not valid YAML: Nested mappings are not allowed in compact mappings'],
    ['port: !port 1\n', 'FILE:1: Unresolved tag: !port'],
    ['- port\n', 'FILE:1: must be a map of options and their values'],
    [
      'trusted-proxies:\n  - 10.0.0.0/8\n  - nowhere\n',
      'FILE:3: trusted-proxies[1] must be an address or a network such as 10.0.0.0/8, not "nowhere"',
    ],
    [
      'trusted-proxies: 10.0.0.0/8\n',
      'FILE:1: trusted-proxies must be a list of addresses or networks, not "10.0.0.0/8"',
    ],
    [
      'providers:\n  simulated: {}\n',
      `FILE:2: providers.simulated.kind must be one of ${KINDS}, not missing`,
    ],
    [
      'providers:\n  simulated:\n    kind: simulated\n    modles: {}\n',
      'FILE:4: providers.simulated.modles is not a setting that exists',
    ],
    [
      'providers:\n  Bad Name: { kind: simulated }\n',
      'FILE:2: providers.Bad Name must be named with 1 to 64 characters of a-z, 0-9, - and _, not {"kind":"simulated"}',
    ],
    ['providers: [1]\n', 'FILE:1: providers must be a map of providers, not [1]'],
  ])('%j is refused with its place', (text, message) => {
    expect(refusalOfFile(text)).toBe(message);
  });

  it('is refused if it cannot be read, naming what named it', () => {
    const missing = join(folder, 'missing.yaml');
    expect(refusal(['--config', 'missing.yaml'])).toBe(
      `--config: cannot read ${missing}: there is no such file`,
    );
    expect(refusal([], { TOLLGATE_CONFIG: missing })).toMatch(/^TOLLGATE_CONFIG: cannot read/);
    expect(refusal(['--config', folder])).toBe(`--config: cannot read ${folder}: it is a folder`);
    writeFileSync(join(folder, 'binary'), Buffer.from([0xff, 0xfe, 0x00]));
    expect(refusal(['--config', 'binary'])).toMatch(/is not UTF-8 text$/);
  });

  it('is refused if aliases would unfold without end', () => {
    const layers = Array.from({ length: 12 }, (_, n) => `a${n + 1}: &a${n + 1} [${`*a${n},`.repeat(9)}]`);
    expect(refusalOfFile(`a0: &a0 x\n${layers.join('\n')}\n`)).toMatch(/^FILE:1: Excessive alias count/);
  });

  it('never makes the reader throw anything but a ConfigError', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const path = write(text, 'fuzz.yaml');
        try {
          serve(['--config', path]);
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigError);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('the providers of the file', () => {
  const MODEL = `providers:
  simulated:
    kind: simulated
    models:
      sim/video:
`;

  it('replace single properties of models, in the units used inside', () => {
    const path = write(
      `${MODEL}        price-per-second: 0.25\n        seconds: { min: 0.5, max: 30 }\n        deadline-minutes: 15\n`,
    );
    const override = {
      pricePerSecondMicroDa: 250_000,
      lengthMinMs: 500,
      lengthMaxMs: 30_000,
      lengthDefaultMs: undefined,
      deadlineAfterMs: 900_000,
    };
    const where = `${path}:5: providers.simulated.models.sim/video`;
    expect(serve(['--config', path]).providers).toEqual([
      {
        name: 'simulated',
        kind: 'simulated',
        settings: {},
        bounds: {},
        models: [{ id: 'sim/video', override, where }],
      },
    ]);
  });

  it.each([
    [
      'price-per-second: 0.1234567',
      /^FILE:6: \S+\.sim\/video\.price-per-second must have at most six decimals/,
    ],
    ['price-per-second: -1', /price-per-second must be a decimal amount in DA/],
    ['price_per_second: 1', /^FILE:6: \S+\.price_per_second is not a setting that exists$/],
    ['seconds: { min: 0 }', /^FILE:6: \S+\.seconds\.min must be a number of seconds above 0/],
    [
      'seconds: { min: 0.0005 }',
      /seconds\.min must be a number of seconds .* at most three decimals, not 0\.0005$/,
    ],
    ['seconds: { min: 3, max: 2 }', /seconds must have a min of at most its max/],
    ['seconds: { min: 3, default: 2 }', /seconds must have a default between its min and its max/],
    ['seconds: 5', /seconds must be a map, not 5$/],
    ['deadline-minutes: 0', /deadline-minutes must be a whole number from 1 to 10080, not 0$/],
  ])('are refused with %s', (line, message) => {
    expect(refusalOfFile(`${MODEL}        ${line}\n`)).toMatch(message);
  });
});
