/** Options of top-ups: orders of credit that a person pays for. */
import { option } from './option.js';
import { wholeNumber } from './option-values.js';

const DA_MAX = 1_000_000_000;

export const PAYMENT_OPTIONS = {
  topUpMin: option('at_reload', wholeNumber(1, DA_MAX, 'DA'), 100, 'Smallest amount of an order, in DA.'),
  topUpMax: option(
    'at_reload',
    wholeNumber(1, DA_MAX, 'DA'),
    1_000_000,
    'Largest amount of an order, in DA.',
  ),
};
