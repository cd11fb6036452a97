import type { Core } from '@strapi/strapi';
import { deliveryOf } from '../services';
import { createWebsitesController } from './websites';

export default {
  delivery: ({ strapi }: { strapi: Core.Strapi }) => deliveryOf(strapi).controller,
  websites: ({ strapi }: { strapi: Core.Strapi }) => createWebsitesController(strapi),
};
