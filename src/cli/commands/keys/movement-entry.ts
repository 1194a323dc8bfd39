/** Movements of credit between keys and the outside, as commands ask for them and print them. */
import { parseDa } from '../../../money/micro-da.js';
import { ConfigError } from '../../../node/config/start-refused.js';
import type { ArgumentSpec, CommandIo, OptionSpec } from '../../framework/command.js';
import { da, time } from '../../framework/format.js';
import { printFields } from '../../framework/table.js';

/** An entry of the ledger, as the API answers. */
export interface MovementEntry {
  readonly id: string;
  readonly amount: number;
  readonly balance_after: number;
  readonly reference: string;
  readonly created_at: number;
}

export const AMOUNT_ARGUMENT: ArgumentSpec = {
  name: 'AMOUNT',
  description: 'Amount in DA, above 0, with at most six decimals.',
};

/** @param repeated what a repeat with the same reference does not do again */
export function referenceOption(repeated: string): OptionSpec {
  return {
    name: 'reference',
    placeholder: 'TEXT',
    description: `A text that is unique on the node, such as the number of a payment. ${repeated}`,
    isRequired: true,
  };
}

/** An amount as it was typed. Throws `ConfigError` if it is none. */
export function amountOf(typed: string): string {
  const parsed = parseDa(typed);
  if (!parsed.ok) throw new ConfigError(`AMOUNT ${parsed.why}, not ${typed}`);
  return typed;
}

/** @param amount what the amount is called, and its key beside it */
export function printMovement(
  entry: MovementEntry,
  key: string,
  [name, other]: readonly [name: string, other: readonly (readonly [string, string])[]],
  { out }: CommandIo,
): void {
  printFields(out, [
    ['Entry', entry.id],
    ['Key', key],
    ...other,
    [name, `${da(entry.amount)} DA`],
    ['Balance', `${da(entry.balance_after)} DA afterwards`],
    ['Reference', entry.reference],
    ['Made', `${time(entry.created_at)} UTC`],
  ]);
}
