import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { microDa } from '../../src/money/micro-da.js';
import type { ModelOffer, Provider } from '../../src/providers/provider.js';
import { createCatalogue, quoteSubmit } from '../../src/routing/catalogue.js';
import { providerUnderTest } from '../http/operations/gateway-under-test.js';

const catalogue = createCatalogue([providerUnderTest]);
const ASKED = { prompt: 'a boat', extra: {} };

function withOffer(offer: Partial<ModelOffer>) {
  const models = providerUnderTest.models.slice(0, 1).map((model) => ({ ...model, ...offer }));
  return createCatalogue([{ ...providerUnderTest, models }]);
}

describe('a quote', () => {
  it("takes the model's default where no length was asked for", () => {
    expect(quoteSubmit(catalogue, 'sim/video', undefined, ASKED)).toMatchObject({
      ok: true,
      lengthMs: 5_000,
      reserve: 2_500_000,
    });
  });

  it('knows only models on offer, and repeats little of what was asked', () => {
    const quote = quoteSubmit(catalogue, 'x'.repeat(200), 1_000, ASKED);
    expect(quote).toMatchObject({ ok: false, code: 'model_not_found', param: 'model' });
    if (!quote.ok) expect(quote.message.length).toBeLessThan(150);
    expect(quoteSubmit(catalogue, '__proto__', 1_000, ASKED)).toMatchObject({ code: 'model_not_found' });
  });

  it.each([999, 60_001, Number.MAX_SAFE_INTEGER])('refuses %d ms as out of bounds', (lengthMs) => {
    expect(quoteSubmit(catalogue, 'sim/video', lengthMs, ASKED)).toMatchObject({
      code: 'invalid_request',
      param: 'seconds',
      message: 'seconds must be from 1 to 60 for model sim/video.',
    });
  });

  it('refuses a length that no key could ever pay', () => {
    const dear = withOffer({ pricePerSecondMicroDa: microDa(10 ** 15) });
    expect(quoteSubmit(dear, 'sim/video', 2_000, ASKED)).toMatchObject({
      code: 'invalid_request',
      param: 'seconds',
    });
  });

  it('reserves the price rounded up to a whole micro-DA', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10 ** 9 }),
        fc.integer({ min: 1_000, max: 60_000 }),
        (price, ms) => {
          const quote = quoteSubmit(
            withOffer({ pricePerSecondMicroDa: microDa(price) }),
            'sim/video',
            ms,
            ASKED,
          );
          if (!quote.ok) throw new Error(quote.message);
          const exact = BigInt(price) * BigInt(ms);
          expect(BigInt(quote.reserve) * 1000n - exact).toBeGreaterThanOrEqual(0n);
          expect(BigInt(quote.reserve) * 1000n - exact).toBeLessThan(1000n);
        },
      ),
    );
  });
});

describe('a quote for a model with routes', () => {
  const misfit = { param: 'image', message: 'This model takes no image.' };
  const provider = (name: string, misfitOf?: Provider['misfitOf']): Provider => ({
    ...providerUnderTest,
    name,
    models: [],
    lostAnswer: { kind: 'unknown' },
    ...(misfitOf === undefined ? {} : { misfitOf }),
  });
  const offer: ModelOffer = {
    id: 'veo',
    provider: 'a',
    pricePerSecondMicroDa: microDa(1_000),
    lengthMinMs: 4_000,
    lengthMaxMs: 8_000,
    lengthDefaultMs: 8_000,
    lengthsAllowedMs: [4_000, 8_000],
    deadlineAfterMs: 60_000,
    createdAt: 0,
  };
  const textOnly: Provider['misfitOf'] = ({ extra }) => (extra.image === undefined ? undefined : misfit);
  const routed = (...providers: readonly Provider[]) =>
    createCatalogue(
      [],
      [{ offer, routes: providers.map((one) => ({ provider: one, model: `${one.name}-veo` })) }],
    );

  it('has the routes that can make it, in order of preference, each with the model of its provider', () => {
    const [a, b, c] = [provider('a', textOnly), provider('b'), provider('c')];
    const route = (name: string) => ({
      provider: name,
      model: `${name}-veo`,
      lostAnswer: { kind: 'unknown' },
    });
    expect(quoteSubmit(routed(a, b, c), 'veo', undefined, ASKED)).toMatchObject({
      ok: true,
      model: 'veo',
      lengthMs: 8_000,
      route: route('a'),
      fallbacks: [route('b'), route('c')],
    });
    const withImage = { prompt: 'a boat', extra: { image: 'https://there/boat.png' } };
    expect(quoteSubmit(routed(a, b, c), 'veo', 4_000, withImage)).toMatchObject({
      route: route('b'),
      fallbacks: [route('c')],
    });
  });

  it('names the field if no route can make it', () => {
    const withImage = { prompt: 'a boat', extra: { image: 'https://there/boat.png' } };
    expect(quoteSubmit(routed(provider('a', textOnly)), 'veo', 4_000, withImage)).toEqual({
      ok: false,
      code: 'invalid_request',
      ...misfit,
    });
  });

  it('takes the lengths that are allowed, and no other', () => {
    const asDuration = { ...ASKED, lengthParam: 'duration' };
    expect(quoteSubmit(routed(provider('a')), 'veo', 6_000, asDuration)).toMatchObject({
      message: expect.stringContaining('duration must be'),
      param: 'duration',
    });
    expect(quoteSubmit(routed(provider('a')), 'veo', 6_000, ASKED)).toMatchObject({
      code: 'invalid_request',
      param: 'seconds',
      message: 'seconds must be one of 4, 8 for model veo.',
    });
  });
});

describe('a catalogue', () => {
  it('refuses one model from two providers', () => {
    expect(() => createCatalogue([providerUnderTest, { ...providerUnderTest, name: 'other' }])).toThrow(
      'model sim/video is offered by both simulated and other',
    );
  });
});
