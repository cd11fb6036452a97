import type { Core } from '@strapi/strapi';

interface ApiKeys {
  valid(websites: readonly string[]): Promise<{ id: string; validUntil: Date | null }[]>;
  rotate(website: string, current: string, oldKeyWorksFor: number): Promise<void>;
  reveal(website: string): Promise<string>;
}

export const apiKeysOf = (strapi: Core.Strapi) => {
  const keys = strapi.plugin('content-delivery').service('api-keys') as ApiKeys;
  return {
    /** Gives a website a new key, which is returned; the old one ends at once. */
    async rotate(website: string): Promise<string> {
      const current = (await keys.valid([website])).find(({ validUntil }) => validUntil === null);
      if (!current) throw new Error('The website has no key.');
      await keys.rotate(website, current.id, 0);
      return keys.reveal(website);
    },
  };
};
