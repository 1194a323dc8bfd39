import { printDa } from '../../../money/micro-da.js';
import type { ModelOffer } from '../../../providers/provider.js';
import { printSeconds } from '../../../routing/seconds.js';
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
  handle(_, { catalogue }) {
    return ok(printPage(catalogue.list().map(printModel), false, undefined));
  },
  doc: {
    operationId: 'listModels',
    tag: 'Models',
    summary: 'List the models on offer',
    description: 'Every model, with its provider, its price and the lengths it takes; in one page.',
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

function printModel(offer: ModelOffer): string {
  const provider = JSON.stringify(offer.provider);
  const lengths = offer.lengthsAllowedMs?.map(printSeconds).join(',');
  const allowed = lengths === undefined ? '' : `,"allowed":[${lengths}]`;
  const bounds = `{"min":${printSeconds(offer.lengthMinMs)},"max":${printSeconds(offer.lengthMaxMs)},"default":${printSeconds(offer.lengthDefaultMs)}${allowed}}`;
  return `{"id":${JSON.stringify(offer.id)},"object":"model","created":${offer.createdAt},"owned_by":${provider},"provider":${provider},"price_per_second":${printDa(offer.pricePerSecondMicroDa)},"seconds":${bounds}}`;
}
