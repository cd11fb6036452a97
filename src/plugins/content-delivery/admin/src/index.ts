import { Globe, Stack } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { FrontEndPanel } from './edit-view/front-end-view/FrontEndPanel';
import { htmlField } from './inputs/html-editor/field';
import { CampaignPanel } from './inputs/campaign-templates/CampaignPanel';
import { READ_WEBSITES, USE_PSEO } from './shared/permissions';
import { PLUGIN_ID, textId } from './shared/plugin-id';
import { PSEO_ROUTE } from './pseo/paths';
import { nameUsesOfFiles } from './media-library';
import { writingInputs } from './inputs/register';
import { addInputs, showInputs } from './edit-view/inputs';
import { ConflictDialog } from './edit-view/edit-conflicts/ConflictDialog';
import { rememberHowToReload } from './edit-view/edit-conflicts/reload';
import { keepFormsAfterFailedSaves } from './edit-view/unsaved-work/failed-saves';
import { dropDraftsOnceSaved } from './edit-view/unsaved-work/saved-entries';
import { UnsavedWorkPanel } from './edit-view/unsaved-work/UnsavedWorkPanel';
import { WebsiteKeyPanel } from './edit-view/website-key/WebsiteKeyPanel';
import { PrefillWebsite } from './edit-view/website-of-new-post/PrefillWebsite';
import { WEBSITES_ROUTE } from './shared/website-paths';

interface ContentManager {
  apis: { addEditViewSidePanel(panels: unknown[]): void };
  injectComponent(page: string, place: string, component: { name: string; Component: unknown }): void;
}

/** What Strapi shows of an error is looked up in the translations behind this prefix. */
const ERROR_TEXT_PREFIX = 'apiError.';

export default {
  register(app: StrapiApp) {
    app.registerPlugin({ id: PLUGIN_ID, name: PLUGIN_ID });
    addInputs(app, writingInputs);
    app.addMenuLink({
      to: WEBSITES_ROUTE,
      icon: Globe,
      intlLabel: { id: textId('websites.title'), defaultMessage: 'Websites' },
      permissions: [...READ_WEBSITES] as Parameters<StrapiApp['addMenuLink']>[0]['permissions'],
      position: 2,
      Component: () => import('./websites/WebsitesApp'),
    });
    app.customFields.register(htmlField);
    nameUsesOfFiles(app);
    app.addMenuLink({
      to: PSEO_ROUTE,
      icon: Stack,
      intlLabel: { id: textId('pseo.title'), defaultMessage: 'pSEO pages' },
      permissions: USE_PSEO as Parameters<StrapiApp['addMenuLink']>[0]['permissions'],
      position: 3,
      Component: () => import('./pseo/PseoApp'),
    });
  },

  bootstrap(app: StrapiApp) {
    const contentManager = app.getPlugin('content-manager') as unknown as ContentManager;
    contentManager.apis.addEditViewSidePanel([
      UnsavedWorkPanel,
      FrontEndPanel,
      WebsiteKeyPanel,
      CampaignPanel,
      PrefillWebsite,
    ]);
    contentManager.injectComponent('editView', 'right-links', {
      name: `${PLUGIN_ID}-conflict`,
      Component: ConflictDialog,
    });
    showInputs(app, writingInputs);
    keepFormsAfterFailedSaves();
    dropDraftsOnceSaved();
    rememberHowToReload();
  },

  async registerTrads({ locales }: { locales: string[] }) {
    return Promise.all(
      locales.map(async (locale) => {
        try {
          const texts = (await import(`./translations/${locale}.json`)) as {
            default: Record<string, string>;
          };
          const data = Object.fromEntries(
            Object.entries(texts.default).flatMap(([key, text]) => [
              [textId(key), text],
              // Texts that stand in for an error's message.
              [ERROR_TEXT_PREFIX + textId(key), text],
            ]),
          );
          return { data, locale };
        } catch {
          // A language that nobody has translated yet: the panel falls back to English.
          return { data: {}, locale };
        }
      }),
    );
  },
};
