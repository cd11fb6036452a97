import { getFetchClient } from '@strapi/strapi/admin';

/** Of each state of the flag on which the banner's words depend. */
const KEYS = ['true', 'false'].map((flag) => `STRAPI_MEDIA_LIBRARY_BANNER_DISMISSED_FOR_${flag}`);

/** What Strapi stores when the banner of an installation is closed; `undefined` stands for one that is not known yet. */
const bannerKeys = (uuid: string | false | undefined): string[] => KEYS.map((key) => `${key}:${uuid}`);

const close = (uuid: string | false | undefined): void => {
  try {
    for (const key of bannerKeys(uuid)) window.localStorage.setItem(key, 'true');
  } catch {
    // Storage is blocked, for Strapi as well.
  }
};

/** Closes Strapi's banner about its media library, which is for developers, before anybody has signed in. */
export const closeMediaLibraryBanner = (): void => {
  close(undefined);
  close(false);
  getFetchClient()
    .get<{ data?: { uuid?: string | false } }>('/admin/init')
    .then(({ data }) => close(data.data?.uuid))
    // Strapi asks the same, and shows what came of it.
    .catch(() => undefined);
};
