import type { Core } from '@strapi/strapi';
import { flagIn, secretIn } from '../src/settings/environment/texts';

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Admin => ({
  auth: {
    secret: secretIn(env, 'ADMIN_JWT_SECRET'),
    // Sent by the panel itself only, never because a link was followed.
    cookie: { sameSite: 'strict' },
  },
  // Attempts to sign in, for each e-mail address from each address; five in five minutes.
  rateLimit: { enabled: true },
  apiToken: {
    salt: secretIn(env, 'API_TOKEN_SALT'),
  },
  transfer: {
    token: {
      salt: secretIn(env, 'TRANSFER_TOKEN_SALT'),
    },
  },
  secrets: {
    encryptionKey: secretIn(env, 'ENCRYPTION_KEY'),
  },
  flags: {
    nps: flagIn(env, 'FLAG_NPS', false),
    promoteEE: flagIn(env, 'FLAG_PROMOTE_EE', false),
    docLinks: flagIn(env, 'FLAG_DOC_LINKS', true),
  },
});

export default config;
