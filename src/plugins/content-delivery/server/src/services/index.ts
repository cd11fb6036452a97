import type { Core } from '@strapi/strapi';
import { publicUrlOf, type PluginConfig } from '../config';
import { createDeliveryController } from '../controllers/delivery';
import { createTemplates } from '../pseo/templates';
import { createQueries } from '../queries';
import { createReader } from '../queries/reader';
import { createKeySecrets } from '../website-key/secrets';
import { createKeyStore } from '../website-key/store';
import { createWebsiteKeyStrategy } from '../website-key/strategy';

interface WithStrapi {
  strapi: Core.Strapi;
}

/** `strapi.plugin('content-delivery').service('api-keys')`: reveals the API key of a website. */
const apiKeys = ({ strapi }: WithStrapi) => createKeyStore(strapi, createKeySecrets(strapi));

/** Everything behind the four routes, put together once. */
const delivery = ({ strapi }: WithStrapi) => {
  const configured = strapi.config.get<PluginConfig>('plugin::content-delivery');
  const config: PluginConfig = {
    ...configured,
    publicUrl: publicUrlOf(
      configured.publicUrl,
      strapi.config.get<string>('server.host'),
      strapi.config.get<number>('server.port'),
    ),
  };
  const secrets = createKeySecrets(strapi);
  const reader = createReader(strapi);
  const queries = createQueries(strapi, reader);
  const templates = createTemplates();
  return {
    config,
    reader,
    templates,
    strategy: createWebsiteKeyStrategy((apiKey) => queries.websiteByKeyHash(secrets.hash(apiKey))),
    controller: createDeliveryController({ strapi, config, queries, templates }),
  };
};

export type Delivery = ReturnType<typeof delivery>;
export type ApiKeys = ReturnType<typeof apiKeys>;

export const deliveryOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('delivery') as Delivery;
export const apiKeysOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('api-keys') as ApiKeys;

export default { 'api-keys': apiKeys, delivery };
