import type { Core } from '@strapi/strapi';
import { deliveryRoutes } from './delivery/routes';
import { panelRoutes } from './panel/routes';
import { pseoRoutes } from './pseo/routes';
import { serviceOf } from './services';

export default {
  delivery: ({ strapi }: { strapi: Core.Strapi }) => ({
    type: 'content-api',
    routes: deliveryRoutes(serviceOf(strapi, 'delivery').strategy),
  }),
  admin: () => ({ type: 'admin', routes: [...panelRoutes(), ...pseoRoutes()] }),
};
