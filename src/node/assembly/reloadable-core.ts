/** The part of a core that a reload changes: bounds and prices, the models and who makes them. */

import type { Reloadable } from '../config/reload.js';
import type { NodeEnvironment } from '../environment.js';
import type { Core } from './core.js';
import { callLimits } from './part-settings.js';
import { paymentsOf } from './payments.js';
import { catalogueOf } from './providers/models.js';
import { textCatalogueOf } from './providers/text-models.js';

export function reloadableCore(core: Core, environment: NodeEnvironment): Reloadable {
  return {
    prepare(next) {
      const providers = environment.providersIn(core.world, next);
      const catalogue = catalogueOf(providers, next, core.startedAt);
      const textProviders = environment.textProvidersIn?.(core.world, next) ?? [];
      const textCatalogue = textCatalogueOf(textProviders, next, catalogue, core.startedAt);
      const payments = paymentsOf(next, environment, core);
      return () => {
        core.calls.configure(providers, (provider) => callLimits(next, provider, core.limits));
        core.catalogue = catalogue;
        core.textCalls.configure(textProviders, (provider) => callLimits(next, provider, core.limits));
        core.textCatalogue = textCatalogue;
        core.payments.configure(payments);
        Object.assign(core.settings, next);
        core.addresses.setLimit(next.addressRpm);
        core.keys.setManagementRpm(next.managementRpm);
      };
    },
  };
}
