import type { ReportWriter } from '../../migration';
import { withoutTrailingSlash } from '../../platform/formats';
import type { Pictures } from '../pictures';
import type { Contents, PageRecord, PostRecord } from '../records';
import { remarksOf } from '../remarks';
import type { Sink } from '../sinks/sink';
import { itemXml, nicename, type Item } from './items';
import { cdata, escaped, isWritable } from './xml';

/** The file that WordPress' own importer takes: Tools → Import → WordPress. */
const FILE = 'wordpress.xml';

const NAMESPACES = [
  'xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:wp="http://wordpress.org/export/1.2/"',
].join(' ');

/** WordPress makes paragraphs and line breaks of the lines of a text, but not within a block. */
const asHtmlBlock = (html: string): string => (html === '' ? '' : `<!-- wp:html -->${html}<!-- /wp:html -->`);

/** One file in WordPress' own format, WXR 1.2. Pictures are named in it by their addresses, where WordPress gets them. */
export const writeWordPress = async (
  contents: Contents,
  pictures: Pictures,
  sink: Sink,
  report: ReportWriter,
): Promise<void> => {
  const { website, server, exportedAt } = contents.website;
  const root = withoutTrailingSlash(website.url || server);
  let lastId = 0;
  const nextId = (): number => (lastId += 1);
  const logins = new Map(
    contents.authors.map(({ slug, name }) => [slug, { login: nicename(slug).slice(0, 60), name }]),
  );
  const unsigned = { login: 'content', name: 'Content' };
  const known = new Set([...logins.values()].map(({ login }) => login));
  for (let n = 2; known.has(unsigned.login); n += 1) unsigned.login = `content-${n}`;
  const loginOf = (slug: string | undefined): string => (logins.get(slug ?? '') ?? unsigned).login;
  const earlier = new Map<string, string[]>();
  for (const { type, from, to } of contents.redirects) {
    if (type === 'post') earlier.set(to, [...(earlier.get(to) ?? []), from]);
  }

  const remarks = remarksOf(report);

  /** Pictures by address: WordPress fetches those that are entries of their own. */
  const attachments = new Map<string, { id: number; alt: string | null }>();
  const attached = (address: string, alt: string | null): number => {
    const known = attachments.get(address) ?? { id: nextId(), alt };
    known.alt ??= alt;
    attachments.set(address, known);
    return known.id;
  };

  const altered = (kind: 'post' | 'page', where: string, what: string, whatToDo: string): void =>
    report.addRepeated({ loss: 'altered', kind, where }, what, whatToDo);

  const noteUnwritable = (kind: 'post' | 'page', where: string, texts: readonly string[]): void => {
    if (texts.every(isWritable)) return;
    altered(kind, where, 'It has characters that XML has none for. They were left out.', 'Look at the text.');
  };

  const postItem = (post: PostRecord): Item => {
    const { id, slug, title, content, status, createdAt, updatedAt, scheduleDate } = post;
    const where = slug ?? title ?? id;
    noteUnwritable('post', where, [content, title ?? '', post.metaDescription]);
    if (post.draft) remarks.unpublishedChanges('post', where);
    const shown = pictures.withFullAddresses(content);
    for (const address of shown.pictures) attached(address, null);
    const isWaiting = scheduleDate !== null && scheduleDate > exportedAt;
    if (isWaiting && scheduleDate !== createdAt) remarks.scheduled(where);
    const meta: [string, string][] = [];
    if (post.featuredImage !== null) {
      meta.push(['_thumbnail_id', String(attached(post.featuredImage, post.image?.alt ?? null))]);
    }
    if (post.metaTitle !== '' && post.metaTitle !== title) meta.push(['_yoast_wpseo_title', post.metaTitle]);
    if (post.metaDescription !== '') meta.push(['_yoast_wpseo_metadesc', post.metaDescription]);
    for (const from of earlier.get(slug ?? '') ?? []) meta.push(['_wp_old_slug', nicenameOfSlug(from)]);
    return {
      id: nextId(),
      type: 'post',
      title: title ?? '',
      link: slug === null ? `${root}/?p=${lastId}` : `${root}/blog/${encodeURIComponent(slug)}`,
      slug: nicenameOfSlug(slug ?? ''),
      status: status === 'draft' ? 'draft' : isWaiting ? 'future' : 'publish',
      content: asHtmlBlock(shown.html),
      creator: loginOf(post.author?.slug),
      date: isWaiting ? scheduleDate : createdAt,
      modified: updatedAt,
      terms: [
        ...(post.category === null ? [] : [{ taxonomy: 'category' as const, name: post.category }]),
        ...post.tags.map((name) => ({ taxonomy: 'post_tag' as const, name })),
      ],
      meta,
    };
  };

  const pageItem = (page: PageRecord): Item | null => {
    const { pageId, slug, html, fields, status, createdAt, updatedAt } = page;
    const where = slug ?? pageId;
    if (html === null || slug === null) {
      remarks.pageWithoutTexts(where, slug);
      return null;
    }
    if (page.draft) remarks.unpublishedChanges('page', where);
    if (slug.includes('/')) {
      altered(
        'page',
        where,
        'WordPress has no "/" in the slug of a page. There is a "-" in its place.',
        'Redirect the old address, or make it a page below another one in WordPress.',
      );
    }
    noteUnwritable('page', where, [html]);
    const shown = pictures.withFullAddresses(html);
    for (const address of shown.pictures) attached(address, null);
    const { metaTitle = '', metaDescription = '' } = fields ?? {};
    const meta: [string, string][] = [];
    if (metaTitle !== '') meta.push(['_yoast_wpseo_title', metaTitle]);
    if (metaDescription !== '') meta.push(['_yoast_wpseo_metadesc', metaDescription]);
    return {
      id: nextId(),
      type: 'page',
      title: metaTitle || slug,
      link: `${root}/${slug.split('/').map(encodeURIComponent).join('/')}`,
      slug: nicenameOfSlug(slug.replaceAll('/', '-')),
      status: status === 'live' ? 'publish' : 'draft',
      content: asHtmlBlock(shown.html),
      creator: unsigned.login,
      date: createdAt,
      modified: updatedAt,
      meta,
    };
  };

  async function* xml(): AsyncGenerator<string> {
    yield `<?xml version="1.0" encoding="UTF-8" ?>\n<rss version="2.0" ${NAMESPACES}>\n<channel>\n`;
    yield `<title>${escaped(website.name)}</title>\n<link>${escaped(root)}</link>\n<description></description>\n`;
    if (website.language !== null) yield `<language>${escaped(website.language)}</language>\n`;
    yield '<wp:wxr_version>1.2</wp:wxr_version>\n';
    yield `<wp:base_site_url>${escaped(root)}</wp:base_site_url>\n<wp:base_blog_url>${escaped(root)}</wp:base_blog_url>\n`;
    const authors = [...logins.values(), unsigned];
    for (const { login, name } of authors) {
      yield (
        `<wp:author><wp:author_id>${nextId()}</wp:author_id><wp:author_login>${cdata(login)}</wp:author_login>` +
        `<wp:author_email>${cdata('')}</wp:author_email><wp:author_display_name>${cdata(name)}</wp:author_display_name></wp:author>\n`
      );
    }
    for (const { name } of contents.taxonomies.categories) {
      yield (
        `<wp:category><wp:term_id>${nextId()}</wp:term_id><wp:category_nicename>${cdata(nicename(name))}</wp:category_nicename>` +
        `<wp:category_parent></wp:category_parent><wp:cat_name>${cdata(name)}</wp:cat_name></wp:category>\n`
      );
    }
    for (const { name } of contents.taxonomies.tags) {
      yield (
        `<wp:tag><wp:term_id>${nextId()}</wp:term_id><wp:tag_slug>${cdata(nicename(name))}</wp:tag_slug>` +
        `<wp:tag_name>${cdata(name)}</wp:tag_name></wp:tag>\n`
      );
    }
    for await (const post of contents.posts()) yield itemXml(postItem(post));
    for await (const page of contents.pages()) {
      const item = pageItem(page);
      if (item) yield itemXml(item);
    }
    for (const [address, { id, alt }] of attachments) {
      yield itemXml({
        id,
        type: 'attachment',
        title: fileNameIn(address),
        link: address,
        slug: nicename(fileNameIn(address).replace(/\.[^.]*$/, '')),
        status: 'inherit',
        content: '',
        creator: unsigned.login,
        date: exportedAt,
        modified: exportedAt,
        attachmentUrl: address,
        meta: alt === null ? [] : [['_wp_attachment_image_alt', alt]],
      });
    }
    yield '</channel>\n</rss>\n';
  }

  await sink.add(FILE, xml());
  sayWhatIsMissing(contents, report, attachments.size);
};

/** WordPress keeps slugs encoded, in small letters. */
const nicenameOfSlug = (slug: string): string =>
  encodeURIComponent(slug).replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase());

const fileNameIn = (address: string): string => {
  const name =
    address
      .replace(/[?#].*$/s, '')
      .split('/')
      .at(-1) ?? '';
  return name === '' ? 'picture' : name;
};

const sayWhatIsMissing = (
  { links, campaigns, redirects }: Contents,
  report: ReportWriter,
  images: number,
): void => {
  if (images > 0) {
    report.add(
      { loss: 'note', kind: 'image', where: 'all pictures' },
      'WordPress fetches pictures from this server while it imports, where "Download and import file attachments" is ticked.',
      'Keep this server running until that is done.',
    );
  }
  if (links.length > 0) {
    report.leftOut(
      { kind: 'link', where: 'all internal links' },
      'WordPress has nothing that takes rules for internal links.',
      'Export the website as JSON too.',
    );
  }
  if (campaigns.length > 0) {
    report.leftOut(
      { kind: 'campaign', where: 'all campaigns' },
      'Pages are there as readers get them. Templates and variables are not.',
      'Export the website as JSON too.',
    );
  }
  if (redirects.some(({ type }) => type === 'pseo-page')) {
    report.leftOut(
      { kind: 'page', where: 'earlier slugs of pages' },
      'WordPress keeps earlier slugs of posts only.',
      'Redirect these in the web server; a JSON export has them.',
    );
  }
};
