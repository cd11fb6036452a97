import type { Core } from '@strapi/strapi';

interface ApiKeys {
  valid(websites: readonly string[]): Promise<{ id: string; validUntil: Date | null }[]>;
  rotate(website: string, current: string, oldKeyWorksFor: number): Promise<void>;
  endOld(website: string, id: string): Promise<boolean>;
  reveal(website: string): Promise<string>;
}

export const apiKeysOf = (strapi: Core.Strapi) => {
  const keys = strapi.plugin('content-delivery').service('api-keys') as ApiKeys;
  return {
    /** The current key. */
    reveal: (website: string) => keys.reveal(website),

    /**
     * Gives a website a new key.
     * @param oldKeyWorksFor milliseconds; 0 ends the old key at once
     * @returns the new key
     */
    async rotate(website: string, oldKeyWorksFor = 0): Promise<string> {
      const current = (await keys.valid([website])).find(({ validUntil }) => validUntil === null);
      if (!current) throw new Error('The website has no key.');
      await keys.rotate(website, current.id, oldKeyWorksFor);
      return keys.reveal(website);
    },

    /** Ends the old key of a website, which must have one. */
    async endOld(website: string): Promise<void> {
      const old = (await keys.valid([website])).find(({ validUntil }) => validUntil !== null);
      if (!old || !(await keys.endOld(website, old.id))) throw new Error('The website has no old key.');
    },
  };
};
