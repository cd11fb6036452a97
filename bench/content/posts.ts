import { scopedHash } from '../../src/plugins/content-delivery/server/src/platform/scoped-hash';
import { openRows } from './rows';
import type { Template } from './template';

/** Posts in one transaction, and between two lines of progress. */
const BATCH = 5_000;
const TAGS_OF_A_POST = 3;
const FIRST_DAY = Date.UTC(2024, 0, 1);
const MINUTE = 60_000;
/** The id of the one image, which all have. */
const FILE = 1;

const SENTENCE =
  'Slow mornings, <em>clear</em> water and a steady hand make more of a difference than any machine does. ';
const PARAGRAPH = `<p>${SENTENCE.repeat(6)}</p>\n`;

/** HTML of roughly this many bytes, another one for each post. */
const html = (slug: string, bytes: number): string => {
  const start = `<h2>About ${slug}</h2>\n`;
  return start + PARAGRAPH.repeat(Math.max(0, Math.round((bytes - start.length) / PARAGRAPH.length)));
};

export const slugOf = (n: number): string => `post-number-${n}`;
export const documentIdOf = (n: number): string => `bench${String(n).padStart(19, '0')}`;
/** The one whose answer has about 1 KB. */
export const SHORT_SLUG = 'short';

interface NewPost {
  n: number;
  website: 'large' | 'small';
  slug: string;
  content: string;
}

/**
 * Fills a database with posts by SQL: each as Strapi stores it, a draft and a live row with their links.
 * The document service takes 15 to 30 ms for each.
 * @param database a file of SQLite, or the address of a database on a server
 */
export const insertPosts = async (
  database: string,
  template: Template,
  count: number,
  onProgress: (done: number) => void,
): Promise<void> => {
  const rows = openRows(database);
  const now = rows.date(Date.now());
  let postId = 0;

  const insert = async ({ n, website: name, slug, content }: NewPost): Promise<void> => {
    const owner = template[name];
    const categories = template.categories[name];
    const tags = template.tags[name];
    const date = rows.date(FIRST_DAY + n * MINUTE);
    for (const published_at of [null, date]) {
      const id = (postId += 1);
      await rows.insert('posts', {
        id,
        document_id: documentIdOf(n),
        title: `Post number ${n} of the benchmark`,
        slug,
        content,
        meta_title: `Post number ${n}`,
        meta_description: `What there is to say about number ${n}, in one sentence.`,
        publish_date: date,
        unique_key: scopedHash(owner.documentId, slug),
        created_at: date,
        updated_at: date,
        published_at,
      });
      await rows.insert('posts_website_lnk', { post_id: id, website_id: owner.id });
      await rows.insert('posts_category_lnk', {
        post_id: id,
        category_id: categories[n % categories.length],
      });
      for (let order = 1; order <= TAGS_OF_A_POST; order += 1) {
        await rows.insert('posts_tags_lnk', {
          post_id: id,
          tag_id: tags[(n * TAGS_OF_A_POST + order) % tags.length],
          tag_ord: order,
        });
      }
      await rows.insert('files_related_mph', {
        file_id: FILE,
        related_id: id,
        related_type: 'api::post.post',
        field: 'featuredImage',
        order: 1,
      });
    }
  };

  try {
    await rows.together(() =>
      rows.insert('files', {
        id: FILE,
        document_id: 'benchimage',
        name: 'image.webp',
        hash: 'image',
        ext: '.webp',
        mime: 'image/webp',
        size: 10,
        url: '/uploads/image.webp',
        provider: 'local',
        folder_path: '/',
        created_at: now,
        updated_at: now,
        published_at: now,
      }),
    );
    for (let done = 0; done < count; done += BATCH) {
      const end = Math.min(count, done + BATCH);
      await rows.together(async () => {
        for (let n = done + 1; n <= end; n += 1) {
          await insert({ n, website: 'large', slug: slugOf(n), content: html(slugOf(n), 10_240) });
        }
      });
      onProgress(end);
    }
    await rows.together(async () => {
      for (let n = 1; n <= 4; n += 1) {
        const slug = `small-${n}`;
        await insert({ n: count + n, website: 'small', slug, content: html(slug, 10_240) });
      }
      await insert({ n: count + 5, website: 'small', slug: SHORT_SLUG, content: html(SHORT_SLUG, 600) });
    });
    await rows.settle(['posts', 'files']);
  } finally {
    await rows.close();
  }
};
