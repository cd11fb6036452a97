import type { Core } from '@strapi/strapi';
import { deliveryOf } from '../services';
import { createCacheController } from './cache';
import { createWebsitesController } from './websites';

export default {
  delivery: ({ strapi }: { strapi: Core.Strapi }) => deliveryOf(strapi).controller,
  cache: ({ strapi }: { strapi: Core.Strapi }) => createCacheController(strapi),
  websites: ({ strapi }: { strapi: Core.Strapi }) => createWebsitesController(strapi),
};
