import { existsSync } from 'node:fs';
import node from '@astrojs/node';
import { defineConfig, envField } from 'astro/config';
import { ContentDeliveryError, createClient } from 'content-delivery-client';

const { env } = process;
// What is set already goes before what is in the file.
if (existsSync('.env')) process.loadEnvFile('.env');

/** Reads something once, so that a wrong key or address is said in one sentence, and not by a page that is missing. */
const checkConnection = {
  name: 'check-connection',
  hooks: {
    'astro:config:setup': async ({ command, logger }) => {
      if (command !== 'build' && command !== 'dev') return;
      try {
        const { CONTENT_API_URL: baseUrl, CONTENT_API_KEY: apiKey } = env;
        await createClient({ baseUrl, apiKey }).taxonomies.get();
      } catch (error) {
        if (!(error instanceof ContentDeliveryError || error instanceof TypeError)) throw error;
        logger.error(error.message);
        process.exit(1);
      }
    },
  },
};

const text = (more) => envField.string({ context: 'server', access: 'secret', ...more });

export default defineConfig({
  site: env.SITE_URL || 'http://localhost:4321',
  trailingSlash: 'never',
  redirects: { '/': '/blog' },
  // Pages are files. Only previews of drafts are made when somebody asks for them, which takes a server.
  adapter: node({ mode: 'standalone' }),
  integrations: [checkConnection],
  devToolbar: { enabled: false },
  env: {
    schema: {
      CONTENT_API_URL: text(),
      CONTENT_API_KEY: text(),
      SITE_NAME: text({ default: 'Blog' }),
      SITE_DESCRIPTION: text({ default: '' }),
      SITE_LANGUAGE: text({ default: 'en' }),
    },
  },
});
