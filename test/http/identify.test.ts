import { describe, expect, it } from 'vitest';
import { Identifier } from '../../src/http/identify.js';
import { VirtualWorld } from '../../src/simulation/virtual-world.js';
import { GatewayStage } from './gateway-stage.js';

async function identifierWith(cacheMax: number, keys: number) {
  const world = new VirtualWorld();
  const stage = new GatewayStage({ world, operations: [] });
  const made = (async () => {
    await stage.managementKey();
    return Promise.all(Array.from({ length: keys }, () => stage.apiKey()));
  })();
  await world.advance(1_000);
  const { system, apiKey, managementKey } = stage.actors;
  const identifier = new Identifier({ system, apiKey, managementKey, cacheMax });
  return { world, stage, identifier, keys: await made };
}

describe('the identifier', () => {
  it('remembers at most as many keys as it may, and still knows all', async () => {
    const { identifier, keys } = await identifierWith(10, 50);
    for (const { text, id } of [...keys, ...keys]) {
      expect(identifier.identify(`Bearer ${text}`)).toMatchObject({ kind: 'api', key: { id } });
      expect(identifier.knownCount).toBeLessThanOrEqual(10);
    }
    expect(identifier.knownCount).toBe(10);
  });

  it('remembers no key that it does not know', async () => {
    const { identifier } = await identifierWith(10, 0);
    for (let n = 0; n < 20; n++) identifier.identify(`Bearer ${'x'.repeat(40)}${n}`);
    expect(identifier.knownCount).toBe(0);
  });

  it('remembers no spelling of a key that is longer than it need be', async () => {
    const { identifier, keys } = await identifierWith(10, 1);
    const { text = '', id = '' } = keys[0] ?? {};
    for (let spaces = 2_000; spaces < 2_020; spaces++) {
      const field = `Bearer${' '.repeat(spaces)}${text}`;
      expect(identifier.identify(field)).toMatchObject({ kind: 'api', key: { id } });
    }
    expect(identifier.knownCount).toBe(0);
  });

  it('shows the key as it is committed, and forgets a revoked one at once', async () => {
    const { world, stage, identifier, keys } = await identifierWith(10, 1);
    const { text = '', id = '' } = keys[0] ?? {};
    const field = `Bearer ${text}`;
    identifier.identify(field);
    const changed = stage.setRpm(id, 7);
    expect(identifier.identify(field)).toMatchObject({ key: { rateLimitRpm: 60 } });
    await world.settle();
    await changed;
    expect(identifier.identify(field)).toMatchObject({ key: { rateLimitRpm: 7 } });
    const revoked = stage.revoke(id);
    expect(identifier.identify(field)).toMatchObject({ kind: 'api' });
    await world.settle();
    await revoked;
    expect(identifier.identify(field)).toBe('invalid');
    expect(identifier.knownCount).toBe(0);
  });

  it('finds a key again whose actor has left memory, and lets go of those that nobody asks for', async () => {
    const { world, stage, identifier, keys } = await identifierWith(100, 40);
    const [first, ...others] = keys.map(({ text }) => `Bearer ${text}`);
    for (const field of [first, ...others.slice(0, 30)]) identifier.identify(field ?? '');
    stage.actors.system.start();
    await world.advance(2 * 600_000);
    expect(stage.actors.system.residentCount).toBe(0);
    expect(identifier.identify(first ?? '')).toMatchObject({ kind: 'api' });
    for (const field of others.slice(30)) identifier.identify(field);
    expect(identifier.knownCount).toBeLessThan(20);
    await stage.actors.system.close();
  });
});
