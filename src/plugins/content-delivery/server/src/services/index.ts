import type { Core } from '@strapi/strapi';
import { createAnswers } from '../answers';
import { createByteCache } from '../cache/bytes';
import { publicUrlOf, type PluginConfig } from '../config';
import { createDeliveryController } from '../controllers/delivery';
import { createRevisionSource } from '../freshness/current';
import { createGate } from '../freshness/gate';
import { createTemplates } from '../pseo/templates';
import { createQueries } from '../queries';
import { createReader, type Reader } from '../queries/reader';
import { createKeySecrets } from '../website-key/secrets';
import { createKeyStore } from '../website-key/store';
import { createWebsiteKeyStrategy } from '../website-key/strategy';
import { createWebsiteFinder } from '../website-key/websites';

interface WithStrapi {
  strapi: Core.Strapi;
}

/** Readers to close at the end. A server that was refused at its start has none, and must not make one then. */
const open = new WeakMap<Core.Strapi, Reader>();

export const closeDelivery = async ({ strapi }: WithStrapi): Promise<void> => open.get(strapi)?.destroy();

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
  const templates = createTemplates();
  const cache = createByteCache(config.cacheMegabytes * 1024 * 1024);
  const reader = createReader(strapi);
  const queries = createQueries(strapi, reader);
  const gate = createGate(createRevisionSource(strapi, reader), config.staleSeconds * 1000);
  const answers = createAnswers({ queries, templates, cache, gate, publicUrl: config.publicUrl });
  const created = {
    config,
    reader,
    templates,
    cache,
    gate,
    strategy: createWebsiteKeyStrategy(createWebsiteFinder(queries, gate, secrets.hash)),
    controller: createDeliveryController({ answers, cache, cacheControl: config.cacheControl }),
  };
  open.set(strapi, created.reader);
  return created;
};

export type Delivery = ReturnType<typeof delivery>;
export type ApiKeys = ReturnType<typeof apiKeys>;

export const deliveryOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('delivery') as Delivery;
export const apiKeysOf = (strapi: Core.Strapi) =>
  strapi.plugin('content-delivery').service('api-keys') as ApiKeys;

export default { 'api-keys': apiKeys, delivery };
