import { expect, it } from 'vitest';
import { AddonUnfit, loadFromFirst } from '../../src/packaged/addon-loading.js';

/** What `process.dlopen` throws. */
function refusal(message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_DLOPEN_FAILED' });
}

const failing = (failures: Readonly<Record<string, Error>>, tried: string[] = []) => {
  const load = (folder: string) => {
    tried.push(folder);
    const failure = failures[folder];
    if (failure !== undefined) throw failure;
    return `from ${folder}`;
  };
  return { load, tried };
};

it('an addon is loaded from the first folder, and the others are left alone', () => {
  const { load, tried } = failing({});
  expect(loadFromFirst(['/a', '/b'], 'lmdb', load)).toBe('from /a');
  expect(tried).toEqual(['/a']);
});

it.each([
  ['from which nothing may be executed', refusal('/a/lmdb.node: failed to map segment from shared object')],
  ['on which the kernel refuses it', refusal('/a/lmdb.node: Operation not permitted')],
  ['of another user', new Error('it belongs to another user')],
  ['that is full', Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })],
])('a folder %s is passed over', (_, failure) => {
  expect(loadFromFirst(['/a', '/b'], 'lmdb', failing({ '/a': failure }).load)).toBe('from /b');
});

it.each([
  ['that lacks what it is linked to', refusal("/a/uws.node: version `GLIBC_2.38' not found")],
  ['that is not for this machine', new AddonUnfit('its addon needs glibc 2.38 or newer')],
])('an addon %s is not tried in another folder', (_, failure) => {
  const { load, tried } = failing({ '/a': failure });
  expect(() => loadFromFirst(['/a', '/b'], 'uws-glibc238', load)).toThrow(failure);
  expect(tried).toEqual(['/a']);
});

it('if no folder is left, one line has the reason for each, and what to do', () => {
  const { load } = failing({
    '/a': new Error('it belongs to another user'),
    '/b': refusal('failed to map segment'),
  });
  expect(() => loadFromFirst(['/a', '/b'], 'lmdb', load)).toThrow(
    /^its addon lmdb finds no folder to be loaded from \(\/a: it belongs to another user; \/b: failed to map segment\); set XDG_CACHE_HOME /,
  );
});
