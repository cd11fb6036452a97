import type { NextConfig } from 'next';
import { imageOrigins } from './lib/image-origins';

/** Players that articles may embed; lib/html.ts lets no other frame through. */
const PLAYERS = 'https://www.youtube-nocookie.com https://www.youtube.com https://player.vimeo.com';

const isDevelopment = process.env.NODE_ENV === 'development';

/**
 * What a page may load and do. Next.js writes its data into inline scripts, so these are allowed: without them every page
 * would have to be made for each visitor. `script-src-attr` still refuses event handlers, and the sanitiser removes scripts.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  `script-src 'self' 'unsafe-inline'${isDevelopment ? " 'unsafe-eval'" : ''}`,
  "script-src-attr 'none'",
  "style-src 'self' 'unsafe-inline'",
  // Editors may show images of other websites.
  "img-src 'self' data: https:",
  `frame-src ${PLAYERS}`,
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const SECURITY_HEADERS = Object.entries({
  'Content-Security-Policy': CONTENT_SECURITY_POLICY,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
}).map(([key, value]) => ({ key, value }));

const isOwnMachine = (origin: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(origin).hostname);

const config: NextConfig = {
  poweredByHeader: false,
  // For how long, in seconds, a CDN may show a page that is due to be made anew, while it asks for the new one.
  expireTime: 3600,
  reactStrictMode: true,
  images: {
    remotePatterns: imageOrigins().map((origin) => new URL(`${origin}/**`)),
    // Next.js asks no private address for images, unless the content server is on one of this machine.
    dangerouslyAllowLocalIP: imageOrigins().some(isOwnMachine),
    formats: ['image/avif', 'image/webp'],
  },
  experimental: {
    // Pages and answers are kept in memory, up to cacheMaxMemorySize. On disk they would pile up, one file for each
    // address that anybody asks for, and outlive the next start.
    isrFlushToDisk: false,
    // app/global-not-found.tsx
    globalNotFound: true,
  },
  headers: async () => [{ source: '/:path*', headers: SECURITY_HEADERS }],
  redirects: async () => [{ source: '/', destination: '/blog', permanent: false }],
  turbopack: { root: import.meta.dirname },
};

export default config;
