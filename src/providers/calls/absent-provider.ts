/**
 * Stands in for a provider that jobs on disk name and the configuration no longer does.
 *
 * Each call fails, as with a provider that is down: its jobs wait for its return, at most to their deadline.
 */
import type { Provider } from '../provider.js';

export function absentProvider(name: string): Provider {
  const fail = async (): Promise<never> => {
    throw new Error(`no provider named ${JSON.stringify(name)} is configured`);
  };
  return {
    name,
    models: [],
    lostAnswer: { kind: 'unknown' },
    submit: fail,
    poll: fail,
    content: fail,
  };
}
