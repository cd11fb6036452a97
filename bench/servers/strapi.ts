/** A production Strapi: the project's own, or a stock one beside it. */
import type { Core } from '@strapi/strapi';
import type { CacheFigures } from '../../src/plugins/content-delivery/server/src/freshness/cache/bytes';
import { listen, serveCommands } from '../child';

export interface StrapiOptions {
  appDir: string;
  distDir: string;
  /** Whether it is loaded as by `npm start`. */
  isOurs: boolean;
  /** Whether posts have Strapi's own REST endpoint too. */
  hasRest: boolean;
}

interface Delivery {
  cache: { figures(): CacheFigures };
}

/** Bytes. */
export interface Memory {
  resident: number;
  heap: number;
  /** Outside the heap, by objects in it. */
  buffers: number;
}

const { appDir, distDir, isOurs, hasRest } = JSON.parse(process.argv[2] ?? '') as StrapiOptions;
let strapi: Core.Strapi;
let edits = 0;

serveCommands({
  async listen(): Promise<number> {
    // Not by an option of Node: its threads would load it too.
    if (isOurs) await import('../../commands/shared/quick-loading');
    const { createStrapi } = await import('@strapi/strapi');
    strapi = createStrapi({ appDir, distDir, autoReload: false, serveAdminPanel: false });
    await strapi.register();
    if (hasRest) (await import('./rest')).addOwnRestEndpoint(strapi);
    await strapi.bootstrap();
    strapi.server.mount();
    return listen(strapi.server.httpServer);
  },

  /** Changes a post's title the way the admin panel does, and publishes it. */
  async edit(documentId: string) {
    // Types of the project's own attributes are not generated in every checkout.
    const data = { title: `Edited ${(edits += 1)}` } as object;
    await strapi.documents('api::post.post').update({ documentId, data, status: 'published' });
  },

  figures: () => (strapi.plugin('content-delivery').service('delivery') as Delivery).cache.figures(),
  memory(): Memory {
    const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
    return { resident: rss, heap: heapUsed, buffers: arrayBuffers };
  },
  peakMemory: () => process.resourceUsage().maxRSS * 1024,
});
