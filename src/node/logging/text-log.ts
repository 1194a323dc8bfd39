import { type GenerationState, routeOf } from '../../actors/generations/generation-messages.js';
import { priceOfTokens, printDa } from '../../money/micro-da.js';
import type { Log } from './log.js';

/** Logs generations whose charge is not that of the tokens that their provider reported. */
export function textLog(log: Pick<Log, 'info' | 'warn'>): (settled: GenerationState) => void {
  return (generation) => {
    const { id, prices, reserved, machine } = generation;
    const { end } = machine.context;
    if (end === null) return;
    const { promptTokens, completionTokens, isEstimated } = end;
    const { provider, model } = routeOf(generation);
    const about = { generationId: id, provider, model, promptTokens, completionTokens };
    if (isEstimated)
      return log.info(about, 'a text was charged by an estimate: its provider reported no tokens');
    const price = priceOfTokens(prices, promptTokens, completionTokens);
    if (price !== undefined && price <= reserved) return;
    log.warn(
      { ...about, reservedDa: printDa(reserved) },
      'a provider reported more tokens than were reserved: the reserve was charged',
    );
  };
}
