import type { StrapiApp } from '@strapi/strapi/admin';
import { PLUGIN_ID, textId } from './plugin-id';
import { WebsiteKeyPanel } from './website-key/WebsiteKeyPanel';

interface ContentManagerApis {
  addEditViewSidePanel(panels: unknown[]): void;
}

export default {
  register(app: StrapiApp) {
    app.registerPlugin({ id: PLUGIN_ID, name: PLUGIN_ID });
  },

  bootstrap(app: StrapiApp) {
    const { apis } = app.getPlugin('content-manager') as unknown as { apis: ContentManagerApis };
    apis.addEditViewSidePanel([WebsiteKeyPanel]);
  },

  async registerTrads({ locales }: { locales: string[] }) {
    return Promise.all(
      locales.map(async (locale) => {
        try {
          const texts = (await import(`./translations/${locale}.json`)) as {
            default: Record<string, string>;
          };
          const data = Object.fromEntries(
            Object.entries(texts.default).map(([key, text]) => [textId(key), text]),
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
