import type { Core } from '@strapi/strapi';

const allowedMediaTypes = ['image/*', 'video/*', 'audio/*', 'application/pdf', 'text/plain', 'text/csv'];

/** Types that a browser would run when it opens them on the server's own address. */
const deniedMediaTypes = [
  'image/svg+xml',
  'application/vnd.microsoft.portable-executable',
  'application/x-msdownload',
  'application/x-msdos-program',
  'application/x-executable',
  'application/x-dosexec',
  'application/x-sh',
  'text/x-shellscript',
  'application/x-mach-binary',
];

const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({
  'content-delivery': {
    enabled: true,
    resolve: './src/plugins/content-delivery',
    config: {
      publicUrl: env('PUBLIC_URL', ''),
      cacheControl: env('DELIVERY_CACHE_CONTROL', 'public, max-age=0, must-revalidate'),
      cacheMegabytes: env.float('DELIVERY_CACHE_MB', 256),
      staleSeconds: env.float('DELIVERY_STALE_SECONDS', 600),
    },
  },
  upload: {
    config: {
      security: {
        allowedTypes: allowedMediaTypes,
        deniedTypes: deniedMediaTypes,
      },
    },
  },
});

export default config;
