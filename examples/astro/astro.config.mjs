import { existsSync } from 'node:fs';
import node from '@astrojs/node';
import { defineConfig, envField } from 'astro/config';
import { ContentDeliveryError, createClient } from 'content-delivery-client';

const LOCAL = 'http://localhost:4321';
// What is set already goes before what is in the file.
if (existsSync('.env')) process.loadEnvFile('.env');

const { CONTENT_API_URL: baseUrl, CONTENT_API_KEY: apiKey, SITE_URL } = process.env;

/**
 * Reads what the website is called, once for the build. A wrong key or address is said in one sentence here, and not by a page
 * that is missing.
 */
const introduction = {
  name: 'introduction',
  hooks: {
    'astro:config:setup': async ({ command, logger, updateConfig }) => {
      if (command !== 'build' && command !== 'dev') return;
      try {
        const website = await createClient({ baseUrl, apiKey }).website();
        if (command === 'build' && !SITE_URL && !website.url) {
          logger.warn(
            `This website has no address, and says to search engines that it is at ${LOCAL}. Set SITE_URL, or its address in the admin panel of the content server.`,
          );
        }
        updateConfig({
          site: SITE_URL || website.url || LOCAL,
          vite: { define: { __WEBSITE__: JSON.stringify(website) } },
        });
      } catch (error) {
        if (!(error instanceof ContentDeliveryError || error instanceof TypeError)) throw error;
        logger.error(error.message);
        process.exit(1);
      }
    },
  },
};

const secret = envField.string({ context: 'server', access: 'secret' });

export default defineConfig({
  site: SITE_URL || LOCAL,
  trailingSlash: 'never',
  redirects: { '/': '/blog' },
  // Pages are files. Only previews of drafts are made when somebody asks for them, which takes a server.
  adapter: node({ mode: 'standalone' }),
  integrations: [introduction],
  devToolbar: { enabled: false },
  env: {
    schema: {
      CONTENT_API_URL: secret,
      CONTENT_API_KEY: secret,
    },
  },
});
