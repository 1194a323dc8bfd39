/** Makes the providers of text that the configuration names, and the models of text on offer. */
import { messageOf } from '../../../errors/error-text.js';
import { noService } from '../../../outward/no-service.js';
import { textAdapterOf } from '../../../providers/adapters/adapters.js';
import type { TextProvider } from '../../../providers/text-provider.js';
import type { Catalogue } from '../../../routing/catalogue.js';
import {
  createTextCatalogue,
  type OfferedText,
  type TextCatalogue,
  type TextRoute,
} from '../../../routing/text/text-catalogue.js';
import type { NodeConfig } from '../../config/config.js';
import type { TextModelConfig } from '../../config/models/config-models.js';
import { ConfigError } from '../../config/start-refused.js';
import { suggestion } from '../../config/suggestions.js';
import type { ProviderParts } from './providers.js';

/** Of the simulated provider, whose template is known. */
const OWN_TEMPLATE_TOKENS = 0;

export function makeTextProviders(
  { providers }: Pick<NodeConfig, 'providers'>,
  { keyOf, ...parts }: Omit<ProviderParts, 'secret'>,
): readonly TextProvider[] {
  return providers.flatMap((config) => {
    const adapter = textAdapterOf(config.kind);
    if (adapter === undefined) return [];
    const key = keyOf?.(config) ?? '';
    const adapterParts = { makeService: noService, ...parts, key, name: config.name };
    return [adapter.createText(adapterParts, config.settings)];
  });
}

/**
 * The models of text on offer.
 *
 * @param createdAt in Unix seconds, of the models of the configuration: when the node began to offer them
 * @throws ConfigError if a model is offered twice, also as one of video, or if a route leads nowhere
 */
export function textCatalogueOf(
  providers: readonly TextProvider[],
  { textModels }: Pick<NodeConfig, 'textModels'>,
  videos: Catalogue,
  createdAt: number,
): TextCatalogue {
  const byName = new Map(providers.map((provider) => [provider.name, provider]));
  const own = providers.flatMap((provider) =>
    provider.models.map((offer): OfferedText => {
      const route = { model: offer.id, templateTokens: OWN_TEMPLATE_TOKENS, passFields: [] };
      return { ...offer, routes: [routeTo(provider, route)] };
    }),
  );
  const routed = textModels
    .filter(({ isOffered }) => isOffered)
    .map((model) => offerOf(model, byName, createdAt));
  const ofBoth = [...own, ...routed].find(({ id }) => videos.find(id) !== undefined);
  if (ofBoth !== undefined) throw new ConfigError(`model ${ofBoth.id} is offered for video and for text`);
  try {
    return createTextCatalogue([...own, ...routed]);
  } catch (error) {
    throw new ConfigError(messageOf(error), { cause: error });
  }
}

function offerOf(
  { id, routes, where: _, isOffered: __, ...settings }: TextModelConfig,
  providers: ReadonlyMap<string, TextProvider>,
  createdAt: number,
): OfferedText {
  return {
    id,
    ...settings,
    createdAt,
    routes: routes.map((route) => {
      const provider = providers.get(route.provider);
      if (provider !== undefined) return routeTo(provider, route);
      throw new ConfigError(
        `${route.where} leads to no provider of text: there is none named ${route.provider}${suggestion(route.provider, [...providers.keys()])}`,
      );
    }),
  };
}

function routeTo(
  provider: TextProvider,
  { model, templateTokens, passFields }: Omit<TextRoute, 'provider' | 'bodyOf'>,
): TextRoute {
  const bodyOf: TextRoute['bodyOf'] = (wanted) => provider.bodyOf(wanted);
  return { provider: provider.name, model, templateTokens, passFields, bodyOf };
}
