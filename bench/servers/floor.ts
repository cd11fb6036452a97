/** The floor of the cold path: the same answers by hand-written SQL and JSON.stringify, nothing else. */
import { createServer } from 'node:http';
import Database from 'better-sqlite3';
import { scopedHash } from '../../src/plugins/content-delivery/server/src/platform/scoped-hash';
import { listen, serveCommands } from '../child';

export interface FloorOptions {
  database: string;
  website: { id: number; documentId: string };
  slug: string;
}

const { database, website, slug } = JSON.parse(process.argv[2] ?? '') as FloorOptions;
const sqlite = new Database(database, { readonly: true });

const FIELDS = `p.title, p.slug,
  (SELECT c.name FROM posts_category_lnk pc JOIN categories c ON c.id = pc.category_id
    WHERE pc.post_id = p.id) AS category,
  (SELECT json_group_array(name) FROM (SELECT t.name FROM posts_tags_lnk pt JOIN tags t ON t.id = pt.tag_id
    WHERE pt.post_id = p.id ORDER BY pt.tag_ord)) AS tags,
  (SELECT f.url FROM files_related_mph fr JOIN files f ON f.id = fr.file_id
    WHERE fr.related_id = p.id AND fr.related_type = 'api::post.post' AND fr.field = 'featuredImage'
  ) AS featuredImage,
  p.meta_title AS metaTitle, p.meta_description AS metaDescription,
  p.publish_date AS createdAt, p.updated_at AS updatedAt, p.schedule_date AS scheduleDate`;

// Values as sub-selects, which SQLite does not plan the statement anew for; and the plan that it finds with statistics.
const POSTS = 'posts p INDEXED BY posts_live_list_idx';
const allPosts = sqlite.prepare(`SELECT ${FIELDS} FROM posts_website_lnk pw JOIN ${POSTS} ON p.id = pw.post_id
  WHERE pw.website_id = (SELECT ?) AND p.published_at IS NOT NULL ORDER BY p.publish_date DESC, p.document_id`);
const onePost = sqlite.prepare(`SELECT ${FIELDS}, p.content FROM posts p
  WHERE p.unique_key = (SELECT ?) AND p.published_at IS NOT NULL`);

const somePosts = sqlite.prepare(`SELECT ${FIELDS} FROM ${POSTS}
  WHERE p.id > (SELECT ?) AND p.published_at IS NOT NULL ORDER BY p.id LIMIT 20`);
const { lastId } = sqlite.prepare('SELECT max(id) AS lastId FROM posts').get() as { lastId: number };

type Row = Record<string, unknown> & { tags: string; createdAt: number; updatedAt: number };

const shape = (row: Row) => ({
  ...row,
  tags: JSON.parse(row.tags) as string[],
  createdAt: new Date(row.createdAt).toISOString(),
  updatedAt: new Date(row.updatedAt).toISOString(),
});

const answers = {
  list: (): string => JSON.stringify((allPosts.all(website.id) as Row[]).map(shape)),
  /** Twenty of all, by one index. */
  part: (): string =>
    JSON.stringify((somePosts.all(Math.floor(Math.random() * (lastId - 20))) as Row[]).map(shape)),
  post: (): string => JSON.stringify(shape(onePost.get(scopedHash(website.documentId, slug)) as Row)),
};

const server = createServer((request, response) => {
  const body = Buffer.from((answers[(request.url ?? '').slice(1) as keyof typeof answers] ?? answers.post)());
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body.length),
  });
  response.end(body);
});

serveCommands({
  listen: () => listen(server),
  /** Milliseconds of one answer, within the process. */
  time(what: keyof typeof answers) {
    const begun = performance.now();
    answers[what]();
    return performance.now() - begun;
  },
});
