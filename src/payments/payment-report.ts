/** The news of a payment service about one order. */
import type { CreateAnswer, LookAnswer } from './payment-provider.js';

export type PaymentReport =
  | ({ readonly about: 'create' } & CreateAnswer)
  | ({ readonly about: 'look' } & LookAnswer)
  /** The call brought no answer that makes sense; `message` is for the operator. */
  | { readonly about: 'create' | 'look'; readonly outcome: 'failed'; readonly message: string };
