import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFields } from '../../../../src/providers/adapters/remote/remote-fields.js';

describe('the fields that all kinds of providers take', () => {
  it.each([
    [{ image: 'https://example.com/a.png' }, { image: 'https://example.com/a.png' }],
    [{ image: 'https://[2606:4700::1111]/a.png' }, { image: 'https://[2606:4700::1111]/a.png' }],
    [{ image: 'data:image/png;base64,iVBORw0KGgo=' }, { image: 'data:image/png;base64,iVBORw0KGgo=' }],
    [{ aspect_ratio: '9:16' }, { aspectRatio: '9:16' }],
    [{ resolution: '1080P' }, { resolution: '1080p' }],
    [{ resolution: '4K' }, { resolution: '4k' }],
    [{ resolution: '1280x720' }, { resolution: '1280x720' }],
    [{ seed: 0 }, { seed: 0 }],
    [{ seed: '4294967295' }, { seed: 4_294_967_295 }],
    [{ negative_prompt: 'rain' }, { negativePrompt: 'rain' }],
    [{ image: null, anything: 'else' }, {}],
  ])('%j is %j', (extra, fields) => {
    expect(parseFields(extra)).toEqual({ ok: true, fields });
  });

  it.each([
    ['image', 'http://example.com/a.png'],
    ['image', 'https://user:secret@example.com/a.png'],
    ['image', 'file:///etc/passwd'],
    ['image', 'https://127.0.0.1/a.png'],
    ['image', 'https://0x7f.1/a.png'],
    ['image', 'https://10.0.0.8/a.png'],
    ['image', 'https://169.254.169.254/latest/meta-data/'],
    ['image', 'https://[::1]/a.png'],
    ['image', 'https://[::ffff:10.0.0.1]/a.png'],
    ['image', 'https://[fd00:ec2::254]/a.png'],
    ['image', 'https://localhost/a.png'],
    ['image', 'https://LOCALHOST./a.png'],
    ['image', 'https://metadata.google.internal/a.png'],
    ['image', 'data:image/svg+xml,<svg/>'],
    ['image', `https://example.com/${'a'.repeat(2_000)}`],
    ['aspect_ratio', '0:9'],
    ['aspect_ratio', '16/9'],
    ['resolution', '720'],
    ['seed', 2 ** 32],
    ['seed', '1e3'],
    ['negative_prompt', 'a'.repeat(10_001)],
  ])('%s is not %j', (param, value) => {
    expect(parseFields({ [param]: value })).toMatchObject({ ok: false, misfit: { param } });
  });

  it('are parsed or refused by name, whatever a client sends', () => {
    const names = ['image', 'aspect_ratio', 'resolution', 'seed', 'negative_prompt'] as const;
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names, 'other', '__proto__'), fc.jsonValue()), (extra) => {
        const parsed = parseFields(extra);
        if (!parsed.ok) expect(names).toContain(parsed.misfit.param);
        else expect(Object.keys(parsed.fields).length).toBeLessThanOrEqual(Object.keys(extra).length);
      }),
    );
  });
});
