/** Values of options and arguments, judged before anybody is asked. */
import { ConfigError } from '../../node/config/start-refused.js';

/** @throws ConfigError */
export function numberOf(name: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ConfigError(`${name} must be a whole number, not ${text}`);
}

/** @throws ConfigError */
export function percentOf(name: string, text: string): number {
  const percent = numberOf(name, text);
  if (percent >= 1 && percent <= 100) return percent;
  throw new ConfigError(`${name} must be from 1 to 100, not ${text}`);
}

/** An id of this kind; who pastes a secret in its place is told so without its being repeated. */
export function idOf(name: string, prefix: string, text: string): string {
  if (text.startsWith(`${prefix}_`)) return text;
  if (/^(sk|mk)-/.test(text))
    throw new ConfigError(
      `${name} must be an id, ${prefix}_…, and this is a secret: it now stands in your shell's history`,
    );
  throw new ConfigError(`${name} must be an id, ${prefix}_…, not ${text}`);
}

/** @throws ConfigError */
export function isYes(name: string, text: string): boolean {
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new ConfigError(`${name} must be yes or no, not ${text}`);
}
