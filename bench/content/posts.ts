import Database from 'better-sqlite3';
import { scopedHash } from '../../src/plugins/content-delivery/server/src/platform/scoped-hash';
import type { Template } from './template';

/** Posts in one transaction, and between two lines of progress. */
const BATCH = 5_000;
const TAGS_OF_A_POST = 3;
const FIRST_DAY = Date.UTC(2024, 0, 1);
const MINUTE = 60_000;

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
 */
export const insertPosts = (
  file: string,
  template: Template,
  count: number,
  onProgress: (done: number) => void,
): void => {
  const database = new Database(file);
  // A benchmark's database that a power cut leaves broken is made again.
  database.pragma('journal_mode = OFF');
  database.pragma('synchronous = OFF');
  database.pragma('foreign_keys = OFF');
  // Strapi makes no index for a slug; its own REST endpoint would scan the table for each request.
  database.exec('CREATE INDEX IF NOT EXISTS bench_posts_slug ON posts (slug)');

  const now = Date.now();
  const file_ = database
    .prepare(
      `INSERT INTO files (document_id, name, hash, ext, mime, size, url, provider, folder_path, created_at, updated_at, published_at)
       VALUES ('benchimage', 'image.webp', 'image', '.webp', 'image/webp', 10, '/uploads/image.webp', 'local', '/', ?, ?, ?)`,
    )
    .run(now, now, now).lastInsertRowid;
  const post = database.prepare(
    `INSERT INTO posts (document_id, title, slug, content, meta_title, meta_description, publish_date,
       unique_key, created_at, updated_at, published_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const website = database.prepare('INSERT INTO posts_website_lnk (post_id, website_id) VALUES (?, ?)');
  const category = database.prepare('INSERT INTO posts_category_lnk (post_id, category_id) VALUES (?, ?)');
  const tag = database.prepare('INSERT INTO posts_tags_lnk (post_id, tag_id, tag_ord) VALUES (?, ?, ?)');
  const image = database.prepare(
    `INSERT INTO files_related_mph (file_id, related_id, related_type, field, "order")
     VALUES (?, ?, 'api::post.post', 'featuredImage', 1)`,
  );

  const insert = ({ n, website: name, slug, content }: NewPost): void => {
    const owner = template[name];
    const categories = template.categories[name];
    const tags = template.tags[name];
    const date = FIRST_DAY + n * MINUTE;
    for (const publishedAt of [null, date]) {
      const { lastInsertRowid: id } = post.run(
        documentIdOf(n),
        `Post number ${n} of the benchmark`,
        slug,
        content,
        `Post number ${n}`,
        `What there is to say about number ${n}, in one sentence.`,
        date,
        scopedHash(owner.documentId, slug),
        date,
        date,
        publishedAt,
      );
      website.run(id, owner.id);
      category.run(id, categories[n % categories.length]);
      for (let order = 1; order <= TAGS_OF_A_POST; order += 1) {
        tag.run(id, tags[(n * TAGS_OF_A_POST + order) % tags.length], order);
      }
      image.run(file_, id);
    }
  };

  try {
    for (let done = 0; done < count; done += BATCH) {
      const end = Math.min(count, done + BATCH);
      database.transaction(() => {
        for (let n = done + 1; n <= end; n += 1) {
          insert({ n, website: 'large', slug: slugOf(n), content: html(slugOf(n), 10_240) });
        }
      })();
      onProgress(end);
    }
    database.transaction(() => {
      for (let n = 1; n <= 4; n += 1) {
        const slug = `small-${n}`;
        insert({ n: count + n, website: 'small', slug, content: html(slug, 10_240) });
      }
      insert({ n: count + 5, website: 'small', slug: SHORT_SLUG, content: html(SHORT_SLUG, 600) });
    })();
    database.pragma('journal_mode = WAL');
    database.exec('ANALYZE');
  } finally {
    database.close();
  }
};
