import type { Provider } from '../../provider.js';

/** The part of a real provider that its protocol decides. */
type RemoteCalls = Omit<Provider, 'name' | 'models' | 'servesLinks'>;

/** A real provider has no models of its own: routes name them. It is not asked for what it cannot make. */
export function remoteProvider(name: string, calls: RemoteCalls): Provider {
  return {
    name,
    models: [],
    ...calls,
    async submit(request, call) {
      const misfit = calls.misfitOf?.(request);
      if (misfit === undefined) return calls.submit(request, call);
      return { outcome: 'rejected', slug: 'invalid_input', message: misfit.message };
    },
  };
}
