import type { Core } from '@strapi/strapi';
import { serviceOf } from './services';

export const apiKeysOf = (strapi: Core.Strapi) => {
  const keys = serviceOf(strapi, 'api-keys');
  const reveal = async (website: string): Promise<string> => {
    const key = await keys.reveal(website);
    if (key === null) throw new Error('The website has no key.');
    return key;
  };
  return {
    /** The current key. */
    reveal,

    /**
     * Gives a website a new key.
     * @param oldKeyWorksFor milliseconds; 0 ends the old key at once
     * @returns the new key
     */
    async rotate(website: string, oldKeyWorksFor = 0): Promise<string> {
      const current = (await keys.valid([website])).find(({ validUntil }) => validUntil === null);
      if (!current) throw new Error('The website has no key.');
      await keys.rotate(website, current.id, oldKeyWorksFor);
      return reveal(website);
    },

    /** Ends the old key of a website, which must have one. */
    async endOld(website: string): Promise<void> {
      const old = (await keys.valid([website])).find(({ validUntil }) => validUntil !== null);
      if (!old || !(await keys.endOld(website, old.id))) throw new Error('The website has no old key.');
    },
  };
};
