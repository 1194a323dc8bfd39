import { printDa } from '../../../money/micro-da.js';
import type { ModelOffer } from '../../../providers/provider.js';
import { printSeconds } from '../../../routing/seconds.js';
import type { OfferedText } from '../../../routing/text/text-catalogue.js';
import { ok, printPage } from '../answers.js';
import type { DocumentedOperation } from '../documented-operation.js';
import { EXAMPLE } from '../examples.js';

/** All models in one page, as clients of this list shape expect: they never ask for a second one. */
export const listModels: DocumentedOperation = {
  method: 'GET',
  path: '/v1/models',
  credential: 'api',
  body: 'none',
  isRead: true,
  handle(_, { catalogue, textCatalogue }) {
    const models = [...catalogue.list().map(printVideoModel), ...textCatalogue.list().map(printTextModel)];
    return ok(printPage(models, false, undefined));
  },
  doc: {
    operationId: 'listModels',
    tag: 'Models',
    summary: 'List the models on offer',
    description:
      'Every model, with its provider and its price; of a video model the lengths it takes, of a text model its bounds in tokens. In one page, video models first.',
    answers: [
      {
        status: 200,
        description: 'The models.',
        content: {
          schema: 'ModelList',
          example: {
            object: 'list',
            data: [
              {
                id: EXAMPLE.model,
                object: 'model',
                created: 1_795_219_200,
                owned_by: 'simulated',
                provider: 'simulated',
                price_per_second: 0.5,
                seconds: { min: 1, max: 60, default: 5 },
              },
              {
                id: 'sim/chat',
                object: 'model',
                created: 1_795_219_200,
                owned_by: 'simulated',
                provider: 'simulated',
                price_per_million: { input: 40, output: 120 },
                context_tokens: 8_192,
                output_tokens: { max: 2_048, default: 512 },
              },
            ],
            has_more: false,
            next: null,
          },
        },
      },
    ],
    errors: [],
  },
};

function printVideoModel(offer: ModelOffer): string {
  const lengths = offer.lengthsAllowedMs?.map(printSeconds).join(',');
  const allowed = lengths === undefined ? '' : `,"allowed":[${lengths}]`;
  const bounds = `{"min":${printSeconds(offer.lengthMinMs)},"max":${printSeconds(offer.lengthMaxMs)},"default":${printSeconds(offer.lengthDefaultMs)}${allowed}}`;
  return `{${printIdentity(offer, offer.provider)},"price_per_second":${printDa(offer.pricePerSecondMicroDa)},"seconds":${bounds}}`;
}

/** Its provider is that of its first route. */
function printTextModel(offer: OfferedText): string {
  const { prices, contextTokens, outputTokensMax, outputTokensDefault, routes } = offer;
  const price = `{"input":${printDa(prices.input)},"output":${printDa(prices.output)}}`;
  const output = `{"max":${outputTokensMax},"default":${outputTokensDefault}}`;
  return `{${printIdentity(offer, routes[0]?.provider ?? '')},"price_per_million":${price},"context_tokens":${contextTokens},"output_tokens":${output}}`;
}

function printIdentity({ id, createdAt }: { readonly id: string; readonly createdAt: number }, name: string) {
  const provider = JSON.stringify(name);
  return `"id":${JSON.stringify(id)},"object":"model","created":${createdAt},"owned_by":${provider},"provider":${provider}`;
}
