/** Requests for texts as they are read, and their quotes: the routes that may take them, and the reserve. */
import { parseChat } from '../../../../src/http/schemas/chat-request.js';
import { quoteText } from '../../../../src/routing/text/text-catalogue.js';
import type { Part } from '../part.js';
import type { Trial } from '../trial.js';
import { catalogueOf } from './drawn-catalogue.js';
import { type DrawnBody, type DrawnOffer, drawBody, drawOffers } from './drawn-requests.js';
import { naiveQuote } from './naive-quote.js';

interface QuoteAct {
  readonly do: 'ask';
  readonly body: DrawnBody;
}

export function quotesPart(): Part<readonly DrawnOffer[], QuoteAct> {
  return {
    name: 'quotes',
    limits: drawOffers,
    act: (random, offers) => ({ do: 'ask', body: drawBody(random, offers) }),
    pauseMs: () => 0,
    begin(trial, offers) {
      const catalogue = catalogueOf(offers);
      const ids = catalogue.list().map(({ id }) => id);
      trial.same('list', ids, [...ids].sort());
      return { take: ({ body }) => ask(trial, catalogue, offers, body), compare() {} };
    },
  };
}

function ask(
  trial: Trial,
  catalogue: Parameters<typeof quoteText>[0],
  offers: readonly DrawnOffer[],
  body: DrawnBody,
): void {
  const due = naiveQuote(offers, body);
  const read = parseChat(body);
  const quoted = read.ok ? quoteText(catalogue, read.value) : undefined;
  const refused = read.ok ? (quoted?.quote.ok === false ? quoted.quote : undefined) : read.error;
  if (refused !== undefined || 'refused' in due) {
    trial.same('refused', refused?.code, 'refused' in due ? due.refused : undefined);
    const [param = ''] = refused?.param?.split('.') ?? [];
    if ('refused' in due && !due.params.includes(param))
      trial.broke('param', `it is refused for ${param}, and wrong is ${due.params.join(' or ')}`);
    return;
  }
  if (!read.ok || quoted === undefined || !('bodies' in quoted)) return;
  const { quote, bodies, outputTokensMax } = quoted;
  const { isStreamed, wantsUsage } = read.value;
  trial.same('routes', [quote.model, quote.route, ...quote.fallbacks], [due.model, ...due.routes]);
  trial.same(
    'bodies',
    bodies.map((one) => one.body),
    due.bodies,
  );
  trial.same('reserve', quote.reserve, due.reserve);
  trial.same('cap', outputTokensMax, due.outputTokensMax);
  trial.same(
    'stream',
    { isStreamed, wantsUsage },
    { isStreamed: due.isStreamed, wantsUsage: due.wantsUsage },
  );
}
