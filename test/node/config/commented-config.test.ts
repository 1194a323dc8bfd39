import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { makeProviders } from '../../../src/node/assembly/providers/providers.js';
import { commentedConfig } from '../../../src/node/config/commented-config.js';
import { type NodeConfig, readConfig } from '../../../src/node/config/config.js';
import {
  OPTION_KEYS,
  OPTION_SECTIONS,
  OPTIONS,
  optionName,
} from '../../../src/node/config/options/options.js';
import { folderOfFile } from '../../temporary-folder.js';

const folder = folderOfFile('commented');

function read(text: string): NodeConfig {
  const file = join(folder, 'tollgate.yaml');
  writeFileSync(file, text);
  return readConfig(new Map([['config', file]]), {}, folder);
}

/** Every line that is commented out put in force. */
function inForce(text: string): string {
  return text.replace(/^#(?=[a-z]| {2})/gm, '');
}

const defaults = (): NodeConfig => readConfig(new Map(), {}, folder);

describe('the commented file', () => {
  it('changes nothing as it is', () => {
    expect(read(commentedConfig())).toEqual(defaults());
  });

  it('says the defaults: with every line in force nothing that has a default is changed', () => {
    const { providers: _, ...config } = read(inForce(commentedConfig()));
    const expected = defaults();
    for (const key of OPTION_KEYS) {
      if (key === 'config' || OPTIONS[key].example !== OPTIONS[key].fallback) continue;
      expect(config[key], key).toEqual(expected[key]);
    }
  });

  it('shows for each option without a default how one is written', () => {
    const config = read(inForce(commentedConfig()));
    for (const key of OPTION_KEYS) {
      if (key === 'config' || OPTIONS[key].example === OPTIONS[key].fallback) continue;
      expect(config[key], key).not.toEqual(defaults()[key]);
    }
  });

  it('shows the providers section with what the simulated provider offers by itself', () => {
    const offersOf = (config: NodeConfig) =>
      makeProviders(config, { world: new VirtualWorld(), secret: new Uint8Array(32) }).map(
        ({ name, models }) => ({ name, models }),
      );
    const config = read(inForce(commentedConfig()));
    expect(config.providers[0]?.models.length).toBeGreaterThan(0);
    expect(offersOf(config)).toEqual(offersOf(defaults()));
  });

  it('has each option that a file can have once, and in one section', () => {
    const text = commentedConfig();
    for (const key of OPTION_KEYS) {
      const lines = text.split('\n').filter((line) => line.startsWith(`#${optionName(key)}:`));
      expect(lines.length, key).toBe(OPTIONS[key].inFile ? 1 : 0);
    }
    expect(OPTION_SECTIONS.flatMap(({ keys }) => keys).sort()).toEqual([...OPTION_KEYS].sort());
  });

  it('sets what it is told to set, and nothing else', () => {
    const text = commentedConfig({ data: '/var/lib/tollgate', port: 9000, trustedProxies: ['10.0.0.0/8'] });
    expect(read(text)).toEqual({
      ...defaults(),
      data: '/var/lib/tollgate',
      port: 9000,
      trustedProxies: ['10.0.0.0/8'],
    });
    expect(text).toContain('\ndata: /var/lib/tollgate\n');
  });

  it('is what docs/tollgate.yaml shows (rewrite it with -u), in lines that fit a terminal', async () => {
    const text = commentedConfig();
    expect(text.split('\n').filter((line) => line.length > 120)).toEqual([]);
    await expect(text).toMatchFileSnapshot('../../../docs/tollgate.yaml');
  });
});
