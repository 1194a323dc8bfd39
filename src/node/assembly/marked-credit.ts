/**
 * The rule that keeps credit without money away from all that costs money: a node with a real provider or a
 * live payment service runs only if no marked credit is left that could be spent, and no order is open that
 * could bring more.
 */
import { MARKED_BALANCE, MARKED_RESERVED } from '../../actors/money/tallies.js';
import { MARKED_ORDERS } from '../../actors/orders/tallies.js';
import type { Tallies } from '../../actors/runtime/tallies.js';
import { printDa } from '../../money/micro-da.js';
import type { NodeConfig } from '../config/config.js';
import { isLive } from '../config/config-payments.js';
import { isReal } from '../config/config-providers.js';
import { ConfigError } from '../config/start-refused.js';

/** @throws ConfigError with one line that says what to do */
export function refuseMarkedCredit(
  { providers, payments, data }: Pick<NodeConfig, 'providers' | 'payments' | 'data'>,
  tallies: Tallies,
): void {
  const real = providers.find(isReal);
  if (real === undefined && !isLive(payments)) return;
  const sum = (name: string) => BigInt(tallies.get(name) ?? 0);
  const [balance, held, orders] = [sum(MARKED_BALANCE), sum(MARKED_RESERVED), sum(MARKED_ORDERS)];
  if (balance + held + orders === 0n) return;
  const left = [
    balance > 0n ? `${printDa(balance)} DA of simulated credit can still be spent` : '',
    held > 0n ? `unfinished jobs hold ${printDa(held)} DA of it` : '',
    orders > 0n ? `simulated orders are open (${orders})` : '',
  ].filter((part) => part !== '');
  const cause = real === undefined ? 'payments are live' : `provider ${real.name} is real`;
  const wait = held > 0n ? 'have those jobs end (tollgate jobs fail), then ' : '';
  throw new ConfigError(
    `${cause}, and in the data folder ${data} ${left.join(', and ')}: ${wait}run "tollgate credits void-simulated"`,
  );
}
