/** A production Strapi of the benchmark of caches in front, with one website and one post. */
import { createStrapi } from '@strapi/strapi';
import { listen, serveCommands } from '../child';

const { appDir, distDir } = JSON.parse(process.argv[2] ?? '') as { appDir: string; distDir: string };
const strapi = createStrapi({ appDir, distDir, autoReload: false, serveAdminPanel: false });

interface Made {
  documentId: string;
}

const create = (uid: string, data: object, status?: 'published'): Promise<Made> =>
  strapi.documents(uid as 'api::post.post').create({ data, ...(status && { status }) } as never);

let post: Made | null = null;

serveCommands({
  async listen(): Promise<number> {
    await strapi.load();
    strapi.server.mount();
    return listen(strapi.server.httpServer);
  },

  /** @param purgeUrl where Varnish takes purges */
  async prepare({ purgeUrl, apiKey }: { purgeUrl: string; apiKey: string }): Promise<void> {
    const website = await create('api::website.website', { name: 'Edge', kind: 'rest-api', apiKey });
    post = await create(
      'api::post.post',
      { title: 'n0', slug: 'post', content: '<p>Text</p>'.repeat(900), website: website.documentId },
      'published',
    );
    await create('plugin::content-delivery.purge-target', {
      website: website.documentId,
      kind: 'varnish',
      url: purgeUrl,
      sharedSeconds: 3_600,
    });
  },

  /** @returns when the change was committed, in milliseconds since 1970 */
  async edit(title: string): Promise<number> {
    await strapi
      .documents('api::post.post')
      .update({ documentId: post?.documentId ?? '', data: { title } as object, status: 'published' });
    return performance.timeOrigin + performance.now();
  },
});
