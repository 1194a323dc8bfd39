import type { Provider } from '../../provider.js';

/** The part of a real provider that its protocol decides. */
type RemoteCalls = Omit<Provider, 'name' | 'models' | 'servesLinks'>;

/** A real provider has no models of its own: routes name them. */
export function remoteProvider(name: string, calls: RemoteCalls): Provider {
  return { name, models: [], ...calls };
}
