declare global {
  interface ImportMeta {
    /** Vite's: the files that a pattern fits, by their path. */
    glob(pattern: string): Record<string, unknown>;
  }
}

/** Each file of translations is a language of the panel. */
const catalogues = import.meta.glob('../plugins/content-delivery/admin/src/translations/*.json');

/** The admin panel is Strapi's own; what this project adds comes from its plugin. */
export default {
  config: {
    locales: Object.keys(catalogues).map((path) => path.replace(/^.*\/|\.json$/g, '')),
    tutorials: false,
    notifications: { releases: false },
  },
};
