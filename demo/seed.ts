import { statSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '@strapi/strapi';
import type { DemoContent, DemoSite } from './content';

const DAY = 24 * 60 * 60 * 1000;

type Uid = Parameters<Core.Strapi['documents']>[0];
type Data = Record<string, unknown>;
interface Document {
  documentId: string;
}

interface UploadService {
  upload(input: {
    data: { fileInfo: { name: string; alternativeText: string } };
    files: { filepath: string; originalFilename: string; mimetype: string; size: number };
  }): Promise<{ id: number; url: string }[]>;
}

/**
 * Fills an empty installation with the demo content. What is there already is left as it is, so an
 * interrupted run is completed by the next.
 * @param publicUrl the address that images in articles are embedded with
 */
export const seedDemo = async (
  strapi: Core.Strapi,
  content: DemoContent,
  publicUrl: string,
): Promise<void> => {
  const findOrCreate = async (uid: string, where: Data, data: Data): Promise<Document> => {
    const found: Document | null = await strapi.db.query(uid as Uid).findOne({ where });
    if (found) return found;
    const params = { data: { ...where, ...data } };
    return (await strapi.documents(uid as Uid).create(params as never)) as unknown as Document;
  };

  for (const { keyword, url } of content.account.internalLinks) {
    const account: Document | null = await strapi.db
      .query('api::account.account')
      .findOne({ where: { name: 'Default' } });
    await findOrCreate(
      'api::internal-link.internal-link',
      { keyword },
      { url, account: account?.documentId },
    );
  }
  for (const site of content.websites) await seedSite(site);

  async function seedSite(site: DemoSite): Promise<void> {
    const { name, categories, tags, author: writer, ...settings } = site.website;
    const website = await findOrCreate('api::website.website', { name }, settings);
    const ofWebsite = { website: { documentId: website.documentId } };
    const termIds = new Map<string, string>();
    for (const [uid, names] of [
      ['api::category.category', categories],
      ['api::tag.tag', tags],
    ] as const) {
      for (const term of names) {
        const found: Document | null = await strapi.db
          .query(uid)
          .findOne({ where: { name: term, ...ofWebsite } });
        const document = found ?? (await findOrCreate(uid, { name: term }, { website: website.documentId }));
        termIds.set(`${uid} ${term}`, document.documentId);
      }
    }
    const author = await findOrCreate(
      'api::author.author',
      { name: writer.name },
      { bio: writer.bio, website: website.documentId },
    );
    const images = createImages(site);
    for (const post of site.posts) {
      if (await strapi.db.query('api::post.post').count({ where: { slug: post.slug, ...ofWebsite } }))
        continue;
      const published = new Date(Date.now() - post.daysAgo * DAY);
      const data = {
        title: post.title,
        slug: post.slug,
        language: post.language,
        website: website.documentId,
        category: post.category && termIds.get(`api::category.category ${post.category}`),
        tags: post.tags.map((tag) => termIds.get(`api::tag.tag ${tag}`)),
        author: author.documentId,
        featuredImage: post.image && (await images.upload(post.image.file, post.image.alt)).id,
        featuredImageUrl: post.featuredImageUrl,
        content: await images.embed(post.content),
        metaTitle: post.metaTitle,
        metaDescription: post.metaDescription,
        scheduleDate: post.scheduleInDays && new Date(Date.now() + post.scheduleInDays * DAY),
        createdAt: published,
        updatedAt: published,
      };
      await strapi.documents('api::post.post').create({
        data,
        ...(post.state === 'published' ? { status: 'published' } : {}),
      } as never);
    }
    for (const { pages, ...campaign } of site.campaigns) {
      const { documentId } = await findOrCreate(
        'api::pseo-campaign.pseo-campaign',
        { name: campaign.name },
        { ...campaign, website: website.documentId },
      );
      const made = await strapi.db.query('api::pseo-page.pseo-page').count({
        where: { campaign: { documentId }, publishedAt: { $notNull: true } },
      });
      for (const { variables } of pages.slice(made)) {
        await strapi
          .documents('api::pseo-page.pseo-page')
          .create({ data: { campaign: documentId, variables }, status: 'published' } as never);
      }
    }
  }

  function createImages(site: DemoSite) {
    const uploaded = new Map<string, Promise<{ id: number; url: string }>>();

    const upload = (file: string, alternativeText: string): Promise<{ id: number; url: string }> => {
      const known = uploaded.get(file) ?? uploadOnce(file, alternativeText);
      uploaded.set(file, known);
      return known;
    };
    const uploadOnce = async (file: string, alternativeText: string) => {
      const found: { id: number; url: string } | null = await strapi.db
        .query('plugin::upload.file')
        .findOne({ where: { name: file } });
      if (found) return found;
      const filepath = site.imagePath(file);
      const [image] = await (strapi.plugin('upload').service('upload') as UploadService).upload({
        data: { fileInfo: { name: file, alternativeText } },
        files: {
          filepath,
          originalFilename: path.basename(filepath),
          mimetype: 'image/webp',
          size: statSync(filepath).size,
        },
      });
      if (!image) throw new Error(`${file} was not uploaded.`);
      return image;
    };

    return {
      upload,
      /** Articles name their images `demo:<file>`; here they get the addresses of the uploads. */
      async embed(html: string): Promise<string> {
        let embedded = html;
        for (const [, tag, file] of html.matchAll(/(<img\b[^>]*\bsrc="demo:([^"]+)"[^>]*>)/g)) {
          if (!tag || !file) continue;
          const { url } = await upload(file, /\balt="([^"]*)"/.exec(tag)?.[1] ?? '');
          embedded = embedded.replace(`"demo:${file}"`, `"${publicUrl}${url}"`);
        }
        return embedded;
      },
    };
  }
};
