import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VirtualWorld } from '../../../simulation/world/virtual-world.js';
import { catalogueOf } from '../../../src/node/assembly/providers/models.js';
import { makeProviders } from '../../../src/node/assembly/providers/providers.js';
import { type NodeConfig, readConfig } from '../../../src/node/config/config.js';

const folder = mkdtempSync(join(tmpdir(), 'tollgate-models-'));
const FILE = join(folder, 'tollgate.yaml');

const PROVIDERS = `providers:
  simulated: { kind: simulated }
  fal: { kind: fal, key-env: FAL_KEY }
`;
const VEO = `models:
  veo-3:
    price-per-second: 110
    seconds: { allowed: [8, 4, 6], default: 8 }
    deadline-minutes: 15
    routes:
      - { provider: fal, model: fal-ai/veo3 }
      - { provider: simulated, model: sim/video }
`;

function read(text: string): NodeConfig {
  writeFileSync(FILE, text);
  return readConfig(new Map([['config', FILE]]), {}, folder);
}

function catalogue(text: string) {
  const config = read(text);
  const providers = makeProviders(config, { world: new VirtualWorld(), secret: new Uint8Array(32) });
  return catalogueOf(providers, config, 1_795_000_000);
}

describe('the models of the file', () => {
  it('are on offer with their price, their lengths and their routes, beside those of providers', () => {
    const found = catalogue(PROVIDERS + VEO);
    expect(found.find('sim/video')?.routes).toHaveLength(1);
    const { routes, ...offer } = found.find('veo-3') ?? {};
    expect(offer).toEqual({
      id: 'veo-3',
      provider: 'fal',
      pricePerSecondMicroDa: 110_000_000,
      lengthMinMs: 4_000,
      lengthMaxMs: 8_000,
      lengthDefaultMs: 8_000,
      lengthsAllowedMs: [4_000, 6_000, 8_000],
      deadlineAfterMs: 900_000,
      createdAt: 1_795_000_000,
    });
    expect(routes?.map(({ route }) => route)).toEqual([
      { provider: 'fal', model: 'fal-ai/veo3', lostAnswer: { kind: 'unknown' } },
      { provider: 'simulated', model: 'sim/video', lostAnswer: { kind: 'idempotent' } },
    ]);
  });

  it('with a provider are models with one route, if that has none of its own', () => {
    const found = catalogue(`providers:
  fal:
    kind: fal
    key-env: FAL_KEY
    models:
      fal-ai/veo3: { price-per-second: 90, seconds: { min: 4, max: 8 } }
`);
    expect(found.list()).toMatchObject([{ id: 'fal-ai/veo3', lengthDefaultMs: 4_000 }]);
    expect(found.find('fal-ai/veo3')?.routes.map(({ route }) => route.model)).toEqual(['fal-ai/veo3']);
  });

  it('are not on offer if they say so', () => {
    expect(catalogue(`${PROVIDERS}${VEO}    offered: false\n`).find('veo-3')).toBeUndefined();
  });

  it.each([
    [
      'no price',
      VEO.replace(/ {4}price.*\n/, ''),
      /^FILE:5: models\.veo-3 has no price: set its price-per-second/,
    ],
    ['no lengths', VEO.replace(/ {4}seconds.*\n/, ''), /^FILE:5: models\.veo-3 has no lengths/],
    [
      'no routes',
      VEO.slice(0, VEO.indexOf('    routes')),
      /^FILE:5: models\.veo-3\.routes must be a list of routes/,
    ],
    [
      'an empty list of routes',
      VEO.replace(/routes:[\s\S]*/, 'routes: []\n'),
      /\.routes must be a list of routes/,
    ],
    [
      'a route to no provider',
      VEO.replace('provider: fal', 'provider: fall'),
      /^FILE:10: models\.veo-3\.routes\[0\] leads to no provider: there is none named fall; did you mean fal\?$/,
    ],
    [
      'a route to a model that its provider does not have',
      VEO.replace('sim/video', 'sim/vidoe'),
      /^FILE:11: models\.veo-3\.routes\[1\] names no model of simulated; it has sim\/video,/,
    ],
    [
      'a route to a model whose name leads elsewhere',
      VEO.replace('fal-ai/veo3', '"../../admin?x=1"'),
      /^FILE:10: models\.veo-3\.routes\[0\]: "..\/..\/admin\?x=1" cannot be the name of a model of fal: it must be two/,
    ],
    [
      'a route twice',
      VEO.replace('simulated, model: sim/video', 'fal, model: fal-ai/veo3'),
      /^FILE:11: models\.veo-3\.routes\[1\] is the same as a route above it: fal-ai\/veo3 of fal$/,
    ],
    [
      'a length that no route can make',
      VEO.replace('allowed: [8, 4, 6]', 'allowed: [8, 7]').replace(/ {6}- \{ provider: simulated.*\n/, ''),
      /^FILE:5: models\.veo-3\.seconds has 7, which no route makes: This model makes clips of 4, 6 or 8 seconds\.$/,
    ],
    [
      'an unknown setting',
      VEO.replace('deadline-minutes', 'deadline'),
      /veo-3\.deadline is not a setting that exists/,
    ],
    [
      'lengths both listed and bounded',
      VEO.replace('default: 8', 'max: 9'),
      /must have either allowed lengths, or min and max/,
    ],
    [
      'a default that is not allowed',
      VEO.replace('default: 8', 'default: 5'),
      /must have a default among its allowed/,
    ],
    [
      'the name of a model of a provider',
      VEO.replace('veo-3:', 'sim/video:'),
      /^model sim\/video is offered by both simulated and fal$/,
    ],
  ])('are refused in one line if one has %s', (_, models, message) => {
    let said = 'nothing';
    try {
      catalogue(PROVIDERS + models);
    } catch (error) {
      said = `${error instanceof Error ? error.message : error}`.replaceAll(FILE, 'FILE');
    }
    expect(said).toMatch(message);
  });
});
