import type { Core } from '@strapi/strapi';
import { bootstrap } from './bootstrap';
import config from './config';
import contentTypes from './content-types';
import controllers from './controllers';
import { fastLane } from './fast-lane';
import { canonicalPath } from './http/canonical-path';
import { clientAddress } from './http/client-address';
import { publicApi } from './http/public-api';
import { uploadedFiles } from './http/uploaded-files';
import { probes } from './probes';
import { register } from './register';
import { databaseErrors } from './requests/database-errors';
import { removeTemporaryFiles } from './request-bodies';
import { requestLog } from './requests/request-log';
import routes from './routes';
import services, { closeDelivery } from './services';

export default {
  config,
  contentTypes,
  routes,
  controllers,
  services,
  middlewares: {
    'canonical-path': canonicalPath,
    'client-address': clientAddress,
    'database-errors': databaseErrors,
    'fast-lane': fastLane,
    probes,
    'public-api': publicApi,
    'request-log': requestLog,
    'uploaded-files': uploadedFiles,
  },
  register,
  bootstrap,
  async destroy(parts: { strapi: Core.Strapi }) {
    await closeDelivery(parts);
    await removeTemporaryFiles(parts);
  },
};
