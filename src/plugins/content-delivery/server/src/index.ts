import type { Core } from '@strapi/strapi';
import { bootstrap } from './bootstrap';
import config from './config';
import contentTypes from './content-types';
import controllers from './controllers';
import { publicApi } from './http/public-api';
import { requestLog } from './http/request-log';
import { register } from './register';
import routes from './routes';
import services, { deliveryOf } from './services';

export default {
  config,
  contentTypes,
  routes,
  controllers,
  services,
  middlewares: { 'public-api': publicApi, 'request-log': requestLog },
  register,
  bootstrap,
  destroy: ({ strapi }: { strapi: Core.Strapi }) => deliveryOf(strapi).reader.destroy(),
};
