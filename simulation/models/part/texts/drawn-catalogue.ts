/** The catalogue of drawn offers of texts, whose bodies are as the twin of quotes has them. */
import { microDa } from '../../../../src/money/micro-da.js';
import { createTextCatalogue, type TextCatalogue } from '../../../../src/routing/text/text-catalogue.js';
import type { DrawnOffer } from './drawn-requests.js';
import { sentBody } from './naive-quote.js';

export function catalogueOf(offers: readonly DrawnOffer[]): TextCatalogue {
  return createTextCatalogue(
    offers.map(({ prices, routes, ...offer }) => ({
      ...offer,
      prices: { input: microDa(prices.input), output: microDa(prices.output) },
      routes: routes.map((route) => ({
        ...route,
        bodyOf: ({ model, fields, outputTokensMax, isStreamed }) =>
          sentBody(model, fields, outputTokensMax, isStreamed),
      })),
    })),
  );
}
