/** Parts of the steps of a history in words. */
import type { Asked } from '../client-call.js';
import type { ReloadStep } from '../node-history.js';
import type { LeftWay, ReloadMistake } from '../reload-words.js';
import type { StartChanges } from '../start-changes.js';

const MISTAKES: Readonly<Record<ReloadMistake, string>> = {
  lost_route: 'a route that leads nowhere',
  beaten: 'wrong values that the command line beats',
  certificate: 'a further model and a certificate that cannot be read',
  provider_key: 'a provider whose key is missing',
  text_key: 'a provider of texts whose key is missing',
  payment_key: 'a payment service whose key is missing',
};

const LEFT: Readonly<Record<LeftWay, string>> = { not_named: 'no model', not_offered: 'no offer of' };

export function describeReload(step: ReloadStep): string {
  const { isMistaken, mistake, prices, textPrices, addressRpm, managementRpm, without, leftModels } = step;
  const { options = {}, bounds } = step;
  const left = Object.entries(leftModels ?? {});
  if (isMistaken && mistake === undefined) return 'and has a mistake';
  const changes = [
    ...(prices === undefined ? [] : [`prices ${prices.join(', ')}`]),
    ...(textPrices === undefined
      ? []
      : [`prices of texts ${textPrices.map(({ input, output }) => `${input}/${output}`).join(', ')}`]),
    ...(addressRpm === undefined ? [] : [`address-rpm ${addressRpm}`]),
    ...(managementRpm === undefined ? [] : [`management-rpm ${managementRpm}`]),
    ...(without === undefined ? [] : [`no provider ${without}`]),
    ...(leftModels !== undefined && left.length === 0 ? ['all models'] : []),
    ...left.map(([id, way]) => `${LEFT[way]} ${id}`),
    ...Object.entries(bounds ?? {}).map(
      ([id, { lengthMinMs, lengthMaxMs }]) => `${lengthMinMs} to ${lengthMaxMs} ms of ${id}`,
    ),
    ...Object.entries(options).map(([name, value]) => `${name} ${value === '' ? 'empty' : value}`),
    ...(mistake === undefined ? [] : [MISTAKES[mistake]]),
  ];
  return changes.length === 0 ? 'unchanged' : `with ${changes.join(' and ')}`;
}

export function describeAsked({ host, isTls, proto, forwardedHost, origin }: Asked): string {
  return [
    ...(host === undefined ? [] : [`at ${host}`]),
    ...(isTls === undefined ? [] : ['over TLS']),
    ...(proto === undefined ? [] : [`forwarded from ${proto}`]),
    ...(forwardedHost === undefined ? [] : [`forwarded from ${forwardedHost}`]),
    ...(origin === undefined ? [] : [`from a page of ${origin}`]),
  ]
    .map((word) => `, ${word}`)
    .join('');
}

export function describeStart({ goesLive, hasNewOperatorKey, fromFormat }: StartChanges): string {
  const payments = goesLive ? ' with live payments' : '';
  const key = hasNewOperatorKey ? ' with another operator key' : '';
  return payments + key + (fromFormat === undefined ? '' : ` on records of format ${fromFormat}`);
}
