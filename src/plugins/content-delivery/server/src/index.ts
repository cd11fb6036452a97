import type { Core } from '@strapi/strapi';
import { bootstrap } from './bootstrap';
import config from './config';
import contentTypes from './content/content-types';
import controllers from './controllers';
import middlewares from './middlewares';
import { register } from './register';
import { removeTemporaryFiles } from './access/request-bodies';
import routes from './routes';
import services, { closeDelivery } from './services';

export default {
  config,
  contentTypes,
  routes,
  controllers,
  services,
  middlewares,
  register,
  bootstrap,
  async destroy(parts: { strapi: Core.Strapi }) {
    await closeDelivery(parts);
    await removeTemporaryFiles(parts);
  },
};
