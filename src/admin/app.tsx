import type { StrapiApp } from '@strapi/strapi/admin';

/** The admin panel is Strapi's own; what this project adds comes from its plugin. */
export default {
  config: {
    locales: [],
    tutorials: false,
    notifications: { releases: false },
  },
  bootstrap(_app: StrapiApp) {},
};
