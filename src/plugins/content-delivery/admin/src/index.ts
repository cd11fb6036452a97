import { Globe, Stack } from '@strapi/icons';
import type { StrapiApp } from '@strapi/strapi/admin';
import { FrontEndPanel } from './front-end-view/FrontEndPanel';
import { htmlField } from './html-editor/field';
import { CampaignPanel } from './campaign/CampaignPanel';
import { READ_WEBSITES, USE_PSEO } from './permissions';
import { PLUGIN_ID, textId } from './plugin-id';
import { PSEO_ROUTE } from './pseo/paths';
import { nameUsesOfFiles } from './media-library';
import { writingInputs } from './writing-inputs';
import { addInputs, showInputs } from './edit-view/inputs';
import { ConflictDialog } from './saving/ConflictDialog';
import { rememberHowToReload } from './saving/reload';
import { keepFormsAfterFailedSaves } from './unsaved-work/failed-saves';
import { dropDraftsOnceSaved } from './unsaved-work/saved-entries';
import { UnsavedWorkPanel } from './unsaved-work/UnsavedWorkPanel';
import { WebsiteKeyPanel } from './website-key/WebsiteKeyPanel';
import { PrefillWebsite } from './website-of-new-post/PrefillWebsite';
import { WEBSITES_ROUTE } from './websites/paths';

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
