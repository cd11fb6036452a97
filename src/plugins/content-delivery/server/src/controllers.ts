import type { Core } from '@strapi/strapi';
import {
  apiKeysOf,
  binOf,
  deliveryOf,
  dripsOf,
  exporterOf,
  earlierSlugsOf,
  historyOf,
  importsOf,
  jobsOf,
  linksOf,
  pagesOf,
  previewsOf,
  replacementsOf,
  savesOf,
  unsavedWorkOf,
  purgesOf,
  websiteWebhooksOf,
} from './services';
import { createActivityController } from './panel/activity/controller';
import { createApiKeysController } from './panel/websites/api-keys-controller';
import { createBinController } from './panel/bin/controller';
import { createCacheController } from './panel/cache-controller';
import { createCalendarController } from './panel/calendar/controller';
import { createEarlierSlugsController } from './panel/earlier-slugs/controller';
import { createEntryActionsController } from './panel/entry-actions/controller';
import { createEntriesController } from './panel/front-end-view/controller';
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
  delivery: ({ strapi }: WithStrapi) => deliveryOf(strapi).controller,
  activity: ({ strapi }: WithStrapi) => createActivityController(strapi, binOf(strapi)),
  'entry-actions': ({ strapi }: WithStrapi) => createEntryActionsController(strapi, binOf(strapi).days),
  'api-keys': ({ strapi }: WithStrapi) => createApiKeysController(strapi, apiKeysOf(strapi)),
  bin: ({ strapi }: WithStrapi) => createBinController(strapi, binOf(strapi)),
  calendar: ({ strapi }: WithStrapi) => createCalendarController(strapi, dripsOf(strapi)),
  cache: ({ strapi }: WithStrapi) => createCacheController(deliveryOf(strapi).cache),
  'earlier-slugs': ({ strapi }: WithStrapi) => createEarlierSlugsController(strapi, earlierSlugsOf(strapi)),
  entries: ({ strapi }: WithStrapi) => createEntriesController(strapi, deliveryOf(strapi).frontEndView),
  'media-library': ({ strapi }: WithStrapi) => createMediaLibraryController(strapi),
  exports: ({ strapi }: WithStrapi) => createExportController(strapi, exporterOf(strapi)),
  'import-reports': ({ strapi }: WithStrapi) => createImportReportController(strapi),
  history: ({ strapi }: WithStrapi) => createHistoryController(strapi, historyOf(strapi)),
  home: ({ strapi }: WithStrapi) => createHomeController(strapi, linksOf(strapi), unsavedWorkOf(strapi)),
  links: ({ strapi }: WithStrapi) => createLinksController(strapi, linksOf(strapi)),
  'link-writing': ({ strapi }: WithStrapi) =>
    createLinkWritingController(strapi, deliveryOf(strapi).workerThread, earlierSlugsOf(strapi)),
  imports: ({ strapi }: WithStrapi) => createImportsController(strapi, importsOf(strapi)),
  openapi: ({ strapi }: WithStrapi) =>
    createOpenApiController({
      publicUrl: deliveryOf(strapi).config.publicUrl,
      respond: deliveryOf(strapi).respond,
      version: strapi.config.get<string>('info.version'),
    }),
  'post-copies': ({ strapi }: WithStrapi) => createPostCopiesController(strapi),
  previews: ({ strapi }: WithStrapi) => createPreviewsController(strapi, previewsOf(strapi)),
  publicAddress: ({ strapi }: WithStrapi) =>
    createPublicAddressController(
      deliveryOf(strapi).config,
      !strapi.config.get('plugin::content-delivery.publicUrl'),
      strapi.config.get<string | undefined>('plugin::upload.providerOptions.baseUrl'),
    ),
  campaigns: ({ strapi }: WithStrapi) => createCampaignsController(strapi, deliveryOf(strapi).templates),
  'pseo-drips': ({ strapi }: WithStrapi) => createPseoDripsController(strapi, dripsOf(strapi)),
  'pseo-pages': ({ strapi }: WithStrapi) =>
    createPseoPagesController(strapi, pagesOf(strapi), jobsOf(strapi)),
  'pseo-slugs': ({ strapi }: WithStrapi) => createPseoSlugsController(strapi, pagesOf(strapi)),
  replacements: ({ strapi }: WithStrapi) =>
    createReplacementsController(strapi, replacementsOf(strapi), jobsOf(strapi)),
  saves: ({ strapi }: WithStrapi) => createSavesController(savesOf(strapi)),
  'unsaved-work': ({ strapi }: WithStrapi) => createUnsavedWorkController(strapi, unsavedWorkOf(strapi)),
  'purge-targets': ({ strapi }: WithStrapi) => createPurgeTargetsController(strapi, purgesOf(strapi)),
  webhooks: ({ strapi }: WithStrapi) => createWebhooksController(strapi, websiteWebhooksOf(strapi)),
  'website-names': ({ strapi }: WithStrapi) => createWebsiteNamesController(strapi),
  websites: ({ strapi }: WithStrapi) =>
    createWebsitesController(strapi, {
      keys: apiKeysOf(strapi),
      publicUrl: deliveryOf(strapi).config.publicUrl,
    }),
  writing: ({ strapi }: WithStrapi) => createWritingController(strapi),
};
