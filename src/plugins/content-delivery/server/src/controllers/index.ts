import type { Core } from '@strapi/strapi';
import { deliveryOf } from '../services';
import { createApiKeysController } from './api-keys';
import { createCacheController } from './cache';
import { createEntriesController } from './entries';
import { createImportsController } from './imports';
import { createOpenApiController } from './openapi';
import { createPublicAddressController } from './public-address';
import { createCampaignsController } from './campaigns';
import { createPseoDripsController } from './pseo-drips';
import { createPseoPagesController } from './pseo-pages';
import { createPseoSlugsController } from './pseo-slugs';
import { createWebsitesController } from './websites';
import { createWritingController } from './writing';

export default {
  delivery: ({ strapi }: { strapi: Core.Strapi }) => deliveryOf(strapi).controller,
  'api-keys': ({ strapi }: { strapi: Core.Strapi }) => createApiKeysController(strapi),
  cache: ({ strapi }: { strapi: Core.Strapi }) => createCacheController(strapi),
  entries: ({ strapi }: { strapi: Core.Strapi }) => createEntriesController(strapi),
  imports: ({ strapi }: { strapi: Core.Strapi }) => createImportsController(strapi),
  openapi: ({ strapi }: { strapi: Core.Strapi }) =>
    createOpenApiController({
      ...deliveryOf(strapi).config,
      version: strapi.config.get<string>('info.version'),
    }),
  publicAddress: ({ strapi }: { strapi: Core.Strapi }) => createPublicAddressController(strapi),
  campaigns: ({ strapi }: { strapi: Core.Strapi }) => createCampaignsController(strapi),
  'pseo-drips': ({ strapi }: { strapi: Core.Strapi }) => createPseoDripsController(strapi),
  'pseo-pages': ({ strapi }: { strapi: Core.Strapi }) => createPseoPagesController(strapi),
  'pseo-slugs': ({ strapi }: { strapi: Core.Strapi }) => createPseoSlugsController(strapi),
  websites: ({ strapi }: { strapi: Core.Strapi }) => createWebsitesController(strapi),
  writing: ({ strapi }: { strapi: Core.Strapi }) => createWritingController(strapi),
};
