import type { Core } from '@strapi/strapi';
import { fastLane } from './delivery/fast-lane';
import { canonicalPath } from './platform/canonical-path';
import { clientAddress } from './access/limits/client-address-middleware';
import { publicApi } from './delivery/http/public-api';
import { uploadedFiles } from './access/hardening/uploaded-files';
import { noStore } from './panel/no-store';
import { probes } from './operation/probes';
import { databaseErrors } from './operation/request-log/database-errors';
import { requestLog } from './operation/request-log/request-log';
import { serviceOf } from './services';

interface WithStrapi {
  strapi: Core.Strapi;
}

/** Named in `config/middlewares.ts`, which says in which order a request passes them. */
export default {
  'canonical-path': canonicalPath,

  'client-address': (_config: unknown, { strapi }: WithStrapi) => {
    const { config, limits } = serviceOf(strapi, 'delivery');
    return clientAddress(limits.addresses, config.trustedProxies);
  },

  'database-errors': (_config: unknown, { strapi }: WithStrapi) =>
    databaseErrors(strapi, serviceOf(strapi, 'database')),

  'fast-lane': (_config: unknown, { strapi }: WithStrapi) =>
    fastLane(strapi, { ...serviceOf(strapi, 'delivery'), ...serviceOf(strapi, 'operation') }),

  'no-store': noStore,

  probes: (_config: unknown, { strapi }: WithStrapi) => {
    const { readiness, metrics, config } = serviceOf(strapi, 'operation');
    return probes({ readiness, metrics, hasMetrics: config.metricsToken !== '' && config.metricsPort === 0 });
  },

  'public-api': (_config: unknown, { strapi }: WithStrapi) =>
    publicApi(strapi, serviceOf(strapi, 'delivery').limits),

  'request-log': (_config: unknown, { strapi }: WithStrapi) =>
    requestLog({ log: strapi.log, ...serviceOf(strapi, 'operation') }),

  'uploaded-files': uploadedFiles,
};
