import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { microDa } from '../../src/money/micro-da.js';
import type { ModelOffer } from '../../src/providers/provider.js';
import { createCatalogue, quoteSubmit } from '../../src/routing/catalogue.js';
import { providerUnderTest } from '../http/operations/gateway-under-test.js';

const catalogue = createCatalogue([providerUnderTest]);

function withOffer(offer: Partial<ModelOffer>) {
  const models = providerUnderTest.models.slice(0, 1).map((model) => ({ ...model, ...offer }));
  return createCatalogue([{ ...providerUnderTest, models }]);
}

describe('a quote', () => {
  it("takes the model's default where no length was asked for", () => {
    expect(quoteSubmit(catalogue, 'sim/video', undefined)).toMatchObject({
      ok: true,
      lengthMs: 5_000,
      reserve: 2_500_000,
    });
  });

  it('knows only models on offer, and repeats little of what was asked', () => {
    const quote = quoteSubmit(catalogue, 'x'.repeat(200), 1_000);
    expect(quote).toMatchObject({ ok: false, code: 'model_not_found', param: 'model' });
    if (!quote.ok) expect(quote.message.length).toBeLessThan(150);
    expect(quoteSubmit(catalogue, '__proto__', 1_000)).toMatchObject({ code: 'model_not_found' });
  });

  it.each([999, 60_001, Number.MAX_SAFE_INTEGER])('refuses %d ms as out of bounds', (lengthMs) => {
    expect(quoteSubmit(catalogue, 'sim/video', lengthMs)).toMatchObject({
      code: 'invalid_request',
      param: 'seconds',
      message: 'seconds must be from 1 to 60 for model sim/video.',
    });
  });

  it('refuses a length that no key could ever pay', () => {
    const dear = withOffer({ pricePerSecondMicroDa: microDa(10 ** 15) });
    expect(quoteSubmit(dear, 'sim/video', 2_000)).toMatchObject({
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
          const quote = quoteSubmit(withOffer({ pricePerSecondMicroDa: microDa(price) }), 'sim/video', ms);
          if (!quote.ok) throw new Error(quote.message);
          const exact = BigInt(price) * BigInt(ms);
          expect(BigInt(quote.reserve) * 1000n - exact).toBeGreaterThanOrEqual(0n);
          expect(BigInt(quote.reserve) * 1000n - exact).toBeLessThan(1000n);
        },
      ),
    );
  });
});

describe('a catalogue', () => {
  it('refuses one model from two providers', () => {
    expect(() => createCatalogue([providerUnderTest, { ...providerUnderTest, name: 'other' }])).toThrow(
      'model sim/video is offered by both simulated and other',
    );
  });
});
