import type { Core } from '@strapi/strapi';
import { serviceOf } from './services';
import { createActivityController } from './panel/activity/controller';
import { createApiKeysController } from './panel/websites/api-keys-controller';
import { createBinController } from './panel/bin/controller';
import { createCacheController } from './panel/cache-controller';
import { createCalendarController } from './panel/calendar/controller';
import { createEarlierSlugsController } from './panel/earlier-slugs/controller';
import { createEntryActionsController } from './panel/entry-actions/controller';
import { createFrontEndViewController } from './panel/front-end-view/controller';
import { createHistoryController } from './panel/history/controller';
import { createHomeController } from './panel/home/controller';
import { createLinksController } from './panel/links/controller';
import { createLinkWritingController } from './panel/links/writing-controller';
import { createMediaLibraryController } from './panel/media-library/controller';
import { createImportsController } from './pseo/imports/controller';
import { createOpenApiController } from './delivery/openapi-controller';
import { createPostCopiesController } from './panel/post-copies/controller';
import { createPreviewsController } from './panel/previews/controller';
import { createPublicAddressController } from './panel/public-address-controller';
import { createCampaignsController } from './pseo/campaigns/controller';
import { createPseoDripsController } from './pseo/drips/controller';
import { createPseoPagesController } from './pseo/pages/controller';
import { createPseoSlugsController } from './pseo/pages/slugs/controller';
import { createReplacementsController } from './panel/replacements/controller';
import { createSavesController } from './panel/saves/controller';
import { createUnsavedWorkController } from './panel/unsaved-work/controller';
import { createExportController } from './panel/websites/export-controller';
import { createImportReportController } from './panel/websites/import-report-controller';
import { createPurgeTargetsController } from './panel/websites/purge-targets-controller';
import { createWebhooksController } from './panel/websites/webhooks-controller';
import { createWebsiteNamesController } from './panel/website-switch/controller';
import { createWebsitesController } from './panel/websites/controller';
import { createWritingController } from './panel/writing/controller';

interface WithStrapi {
  strapi: Core.Strapi;
}

export default {
  delivery: ({ strapi }: WithStrapi) => serviceOf(strapi, 'delivery').controller,
  activity: ({ strapi }: WithStrapi) => createActivityController(strapi, serviceOf(strapi, 'bin')),
  'entry-actions': ({ strapi }: WithStrapi) =>
    createEntryActionsController(strapi, serviceOf(strapi, 'bin').days),
  'api-keys': ({ strapi }: WithStrapi) => createApiKeysController(strapi, serviceOf(strapi, 'api-keys')),
  bin: ({ strapi }: WithStrapi) => createBinController(strapi, serviceOf(strapi, 'bin')),
  calendar: ({ strapi }: WithStrapi) => createCalendarController(strapi, serviceOf(strapi, 'drips')),
  cache: ({ strapi }: WithStrapi) => createCacheController(serviceOf(strapi, 'delivery').cache),
  'earlier-slugs': ({ strapi }: WithStrapi) =>
    createEarlierSlugsController(strapi, serviceOf(strapi, 'earlier-slugs')),
  entries: ({ strapi }: WithStrapi) =>
    createFrontEndViewController(strapi, serviceOf(strapi, 'delivery').frontEndView),
  'media-library': ({ strapi }: WithStrapi) => createMediaLibraryController(strapi),
  exports: ({ strapi }: WithStrapi) => createExportController(strapi, serviceOf(strapi, 'delivery').exporter),
  'import-reports': ({ strapi }: WithStrapi) => createImportReportController(strapi),
  history: ({ strapi }: WithStrapi) => createHistoryController(strapi, serviceOf(strapi, 'history')),
  home: ({ strapi }: WithStrapi) =>
    createHomeController(strapi, serviceOf(strapi, 'links'), serviceOf(strapi, 'unsaved-work')),
  links: ({ strapi }: WithStrapi) => createLinksController(strapi, serviceOf(strapi, 'links')),
  'link-writing': ({ strapi }: WithStrapi) =>
    createLinkWritingController(strapi, serviceOf(strapi, 'delivery').taskWorker),
  imports: ({ strapi }: WithStrapi) => createImportsController(strapi, serviceOf(strapi, 'imports')),
  openapi: ({ strapi }: WithStrapi) =>
    createOpenApiController({
      publicUrl: serviceOf(strapi, 'delivery').config.publicUrl,
      respond: serviceOf(strapi, 'delivery').respond,
      version: strapi.config.get<string>('info.version'),
    }),
  'post-copies': ({ strapi }: WithStrapi) => createPostCopiesController(strapi),
  previews: ({ strapi }: WithStrapi) => createPreviewsController(strapi, serviceOf(strapi, 'previews')),
  publicAddress: ({ strapi }: WithStrapi) =>
    createPublicAddressController(
      serviceOf(strapi, 'delivery').config,
      !strapi.config.get('plugin::content-delivery.publicUrl'),
      strapi.config.get<string | undefined>('plugin::upload.providerOptions.baseUrl'),
    ),
  campaigns: ({ strapi }: WithStrapi) =>
    createCampaignsController(strapi, serviceOf(strapi, 'delivery').templates),
  'pseo-drips': ({ strapi }: WithStrapi) => createPseoDripsController(strapi, serviceOf(strapi, 'drips')),
  'pseo-pages': ({ strapi }: WithStrapi) =>
    createPseoPagesController(strapi, serviceOf(strapi, 'pages'), serviceOf(strapi, 'jobs')),
  'pseo-slugs': ({ strapi }: WithStrapi) => createPseoSlugsController(strapi, serviceOf(strapi, 'pages')),
  replacements: ({ strapi }: WithStrapi) =>
    createReplacementsController(strapi, serviceOf(strapi, 'replacements'), serviceOf(strapi, 'jobs')),
  saves: ({ strapi }: WithStrapi) => createSavesController(serviceOf(strapi, 'saves')),
  'unsaved-work': ({ strapi }: WithStrapi) =>
    createUnsavedWorkController(strapi, serviceOf(strapi, 'unsaved-work')),
  'purge-targets': ({ strapi }: WithStrapi) =>
    createPurgeTargetsController(strapi, serviceOf(strapi, 'purges')),
  webhooks: ({ strapi }: WithStrapi) => createWebhooksController(strapi, serviceOf(strapi, 'webhooks')),
  'website-names': ({ strapi }: WithStrapi) => createWebsiteNamesController(strapi),
  websites: ({ strapi }: WithStrapi) =>
    createWebsitesController(strapi, {
      keys: serviceOf(strapi, 'api-keys'),
      publicUrl: serviceOf(strapi, 'delivery').config.publicUrl,
    }),
  writing: ({ strapi }: WithStrapi) => createWritingController(strapi),
};
