import type { Core } from '@strapi/strapi';

/** The server's ENCRYPTION_KEY, from which others are derived. @throws Error where it is not set */
export const encryptionKeyOf = (strapi: Core.Strapi): string => {
  const key = strapi.config.get<string | undefined>('admin.secrets.encryptionKey');
  if (!key) throw new Error('ENCRYPTION_KEY is not set.');
  return key;
};
