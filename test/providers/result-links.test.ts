import { describe, expect, it } from 'vitest';
import { createSimulatedProvider } from '../../src/providers/adapters/simulated/simulated-provider.js';
import type { Provider } from '../../src/providers/provider.js';
import { request, scripted } from './scripted-provider.js';

const NEVER = new AbortController().signal;

async function linkOf(provider: Provider): Promise<string> {
  const asked = { ...request('job', 'sim/video-instant'), lengthMs: 1_000 };
  const answer = await provider.submit(asked, { signal: NEVER });
  if (answer.outcome !== 'accepted' || answer.state.state !== 'completed') throw new Error('no result');
  return answer.state.location;
}

describe('a link to a result', () => {
  it('is opened by the provider that gave it out, also once that is configured no more', async () => {
    const { world, calls, provider: other } = scripted();
    const secret = new Uint8Array(32);
    const link = await linkOf(createSimulatedProvider({ world, secret }));
    expect(await calls.openLink(link, NEVER)).toBeUndefined();
    calls.configure([other, createSimulatedProvider({ name: 'clips', world, secret })], () => ({}));
    expect((await calls.openLink(link, NEVER))?.contentType).toBe('video/mp4');
    calls.configure([other], () => ({}));
    expect((await calls.openLink(link, NEVER))?.contentType).toBe('video/mp4');
    expect(await calls.openLink(`${link}x`, NEVER)).toBeUndefined();
  });

  it('is not shown to providers whose results only keys open', async () => {
    const { world, calls } = scripted();
    const opened: string[] = [];
    const simulated = createSimulatedProvider({ world, secret: new Uint8Array(32) });
    const content: Provider['content'] = async (path) => {
      opened.push(path);
      return undefined;
    };
    calls.configure([{ ...simulated, servesLinks: false, content }], () => ({}));
    expect(await calls.openLink('/results/r', NEVER)).toBeUndefined();
    expect(opened).toEqual([]);
  });
});
