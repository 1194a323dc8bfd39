/** The setup of a history of a node in words; settings that are plain go without saying. */
import type { ModelSetup, NodeSetup } from '../node-history.js';
import { PLAIN_SETTINGS } from './plain-setup.js';

export function describeSetup(setup: NodeSetup): readonly string[] {
  const { limits = {}, accounts, keys, models, settings, payments, people, texts, ...others } = setup;
  const { providersAreSeen: _, ...more } = others;
  const small = Object.entries(limits).map(([name, value]) => `${name} ${value}`);
  const told = Object.entries({ ...settings, ...more }).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(PLAIN_SETTINGS[name]),
  );
  return [
    ...(small.length > 0 ? [`limits: ${small.join(', ')}`] : []),
    ...(accounts > 1 ? [`${accounts} accounts`] : []),
    ...keys.map(({ account, rpm, creditsMicroDa }, key) => {
      const of = account === 0 ? '' : ` of account ${account}`;
      return `key ${key}${of}: ${rpm} requests a minute, ${creditsMicroDa} micro-DA`;
    }),
    ...models.map(describeModel),
    ...told.map(([name, value]) => `${name}: ${inWords(value)}`),
    ...Object.entries({ payments, people, texts })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}: ${inWords(value)}`),
  ];
}

/** Plain JSON without its punctuation. */
function inWords(value: unknown): string {
  if (Array.isArray(value)) {
    const items = value.map((item) => (typeof item === 'object' ? `(${inWords(item)})` : inWords(item)));
    return items.length === 0 ? 'none' : items.join(' and ');
  }
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => `${name} ${inWords(part)}`)
    .join(', ');
}

function describeModel({
  id,
  provider,
  fallbacks,
  pricePerSecondMicroDa,
  deadlineAfterMs,
}: ModelSetup): string {
  const routes = [provider, ...(fallbacks ?? [])].join(', else ');
  return `${id} by ${routes}: ${pricePerSecondMicroDa} micro-DA a second, over after ${deadlineAfterMs} ms`;
}
