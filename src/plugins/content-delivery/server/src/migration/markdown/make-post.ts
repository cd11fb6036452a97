import { imagePlaces, withAddresses } from '../images/in-html';
import type { IncomingImage, IncomingPost } from '../incoming';
import { withLinks } from '../html/links';
import { withTwin, type OldSite } from '../html/old-site';
import { remarksOn, sayAuthors, sayLinksStay, sayOldAddresses, sayOtherSlug, type Remarks } from '../remarks';
import type { ReportWriter } from '../report';
import { listed } from '../texts';
import { isMarkdown, readText, type MarkdownFile, type Pictures } from './files';
import { parseFile } from './front-matter';
import type { MarkdownOptions } from './options';
import { withoutCode } from './mdx';
import { postFromFields } from './post-from-fields';
import { withLinkAddresses } from './relative-links';
import { renderMarkdown, renderTitle } from './render';
import type { MarkdownSite, Source } from './site';
import { withoutTemplates, type Place } from './templates';

/** To be raised when the same file becomes another post than before: then what was brought in stays, and is named. */
const READING = 2;

const isElsewhere = (address: string): boolean => /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(address);
/** What needs no word: the old website says as plainly that it is a draft. */
const PLAIN = ['draft', 'published'];

const addressFrom = (written: string, base: string): string | null => URL.parse(written, base)?.href ?? null;
/** Without what stands after it in an address. */
const pathOf = (address: string): string => address.replace(/[?#].*$/s, '');

/** A heading of the first level that a text begins with, and the rest; null for others. */
const titleIn = (body: string): { title: string; rest: string } | null => {
  const found = /^(?:[ \t]*\n)* {0,3}#[ \t]([^\n]*)(?:\n|$)/.exec(body);
  if (!found) return null;
  const title = renderTitle(found[1] ?? '');
  return title === '' ? null : { title, rest: body.slice(found[0].length) };
};

/** `true-a-wheel` as a title: `True a wheel`. */
const titleOf = (slug: string): string => {
  const words = slug.replace(/[-_]+/g, ' ').trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

/**
 * Makes posts of files, and says in the report what is lost in that.
 * @param root the address of the old website, without a slash at its end
 */
export const createPostMaker = (
  site: MarkdownSite,
  pictures: Pictures,
  options: MarkdownOptions,
  root: string,
  report: ReportWriter,
) => {
  const { origin, host, pathname } = new URL(`${root}/`);
  const oldSite: OldSite = {
    base: `${root}/`,
    hosts: new Set(withTwin(host)),
    fileHosts: new Set(),
    slugAt: (address) => site.at(address.pathname)?.slug ?? null,
  };
  const choices = JSON.stringify([
    root,
    options.oldPaths,
    options.linksTo,
    options.authors,
    options.otherCategories,
  ]);
  const say = ({ name }: MarkdownFile): Remarks => remarksOn(report, name);

  /** Where a link to the file of a post leads: to its new address, or to its old one; null when neither is known. */
  const addressOfFile = (written: string, from: MarkdownFile): string | null => {
    const post = site.byFile(pathOf(written), from);
    if (!post) return null;
    const [hash = ''] = /#.*$/s.exec(written) ?? [];
    if (options.linksTo !== null) return `${options.linksTo}${encodeURIComponent(post.slug)}${hash}`;
    return post.oldPath === null ? null : `${origin}${post.oldPath}${hash}`;
  };

  /** Links that are relative to a file, or to its page. @param lost gets those that lead nowhere here */
  const linksOf =
    ({ file, oldPath }: Source, lost: Set<string>) =>
    (href: string): string => {
      if (href === '' || href.startsWith('#') || isElsewhere(href)) return href;
      const isFile = isMarkdown(pathOf(href));
      if (href.startsWith('/') && !isFile) return href;
      const onPage = oldPath === null ? null : `${origin}${oldPath}`;
      const address = isFile ? addressOfFile(href, file) : onPage && addressFrom(href, onPage);
      if (address !== null) return address;
      lost.add(href);
      return href;
    };

  const withPictures = async (html: string, { file, oldPath }: Source): Promise<string> => {
    const changes: { start: number; end: number; to: string }[] = [];
    for (const { start, end, address } of imagePlaces(html)) {
      if (address === '' || address.startsWith('/') || isElsewhere(address)) continue;
      changes.push({ start, end, to: await pictureAt(address, file, oldPath) });
    }
    return withAddresses(html, changes);
  };
  const pictureAt = async (address: string, file: MarkdownFile, oldPath: string | null): Promise<string> =>
    (await pictures.addressOf(address, file)) ??
    addressFrom(address, oldPath === null ? `${root}/` : `${origin}${oldPath}`) ??
    address;

  const contentOf = async (source: Source, body: string): Promise<string> => {
    const { file, fields } = source;
    const { altered, note } = say(file);
    const place: Place = {
      origin,
      path: pathname.replace(/\/$/, ''),
      isJekyll: source.isJekyll,
      addressOfPost: (name) => addressOfFile(name, file),
    };
    const isMdx = /\.mdx$/i.test(file.name);
    const code = isMdx ? withoutCode(body) : { text: body, left: new Set<string>() };
    // MDX has braces of its own.
    const written = isMdx ? code : withoutTemplates(body, place);
    if (code.left.size > 0) {
      altered(
        `It has components or code: ${listed(code.left)}. They do nothing here.`,
        'Write into the text what they showed.',
      );
    } else if (written.left.size > 0) {
      altered(
        `It has what only the generator of the old website understands: ${listed(written.left)}. Shortcodes and templates stay as text, attributes ({: …}) went.`,
        'Write into the text what they showed.',
      );
    }
    const lost = new Set<string>();
    const html = withLinkAddresses(renderMarkdown(written.text), linksOf(source, lost), (address) => {
      if (address !== '' && !address.startsWith('/') && !isElsewhere(address)) lost.add(address);
    });
    if (lost.size > 0) {
      altered(
        `Links and files stay as they were written, and may lead nowhere: ${listed(lost)}.`,
        'Say where posts are and were: --links-to /blog/ and --old-paths /blog/:slug/.',
      );
    }
    const linked = withLinks(await withPictures(html, source), oldSite, options.linksTo);
    if (linked.toPosts > 0 && options.linksTo === null) sayLinksStay(say(file));
    sayOldAddresses(report, { ...linked, toOthers: [] }, options.linkedFiles);
    if (linked.html.trim() === '') {
      note('It has no text.', 'Nothing, unless it should have one.');
    }
    if (fields.aliases.length > 0) {
      say(file).leftOut(
        `Other addresses led to it: ${listed(fields.aliases)}.`,
        'Redirect them in the front end or the web server.',
      );
    }
    if (fields.others.length > 0) {
      say(file).leftOut(
        `Fields above its text were not brought in, as posts have none like them here: ${listed(fields.others)}.`,
        'Write into the text what readers are to see of them.',
      );
    }
    return linked.html;
  };

  const featuredOf = async ({ file, fields, oldPath }: Source): Promise<IncomingImage | null> => {
    const { image, imageAlt } = fields;
    if (image === '') return null;
    const isPlaced = image.startsWith('/') || isElsewhere(image);
    const url = isPlaced ? image : await pictureAt(image, file, oldPath);
    return { url, alternativeText: imageAlt || null };
  };

  const sayTerms = ({ file, fields }: Source): void => {
    if (fields.categories.length > 1) {
      if (options.otherCategories === 'tags') {
        say(file).note('It has several categories. All but the first are tags now.', 'Nothing.');
      } else {
        say(file).altered(
          'It has several categories, and a post has one here: the first.',
          'Keep the others as tags: --other-categories tags.',
        );
      }
    }
    sayAuthors(report, say(file), fields.authors, options.authors);
  };

  /** @returns whether it is live here */
  const isLive = ({ file, hiddenBy, published, hasDate }: Source): boolean => {
    if (hiddenBy !== null) {
      if (!PLAIN.includes(hiddenBy)) {
        say(file).note(
          `It is a draft here, as readers of the old website do not seem to have seen it (${hiddenBy}).`,
          'Publish it if they did.',
        );
      }
      return false;
    }
    if (published !== null) return true;
    say(file).altered(
      `${hasDate ? 'Its date cannot be read' : 'It has no date'}. It would stand above all others, under the date of today. It is a draft here.`,
      'Write a date into the file and run this again, or publish it here with one.',
    );
    return false;
  };

  /** @throws UnreadableFile for a file that has gone meanwhile */
  return async (source: Source, now: Date): Promise<IncomingPost> => {
    const { file, fields, slug } = source;
    const text = await readText(file);
    const { body } = parseFile(text);
    const first = titleIn(body);
    const heading = fields.title === '' || first?.title === fields.title ? first : null;
    if (heading && fields.title !== '') {
      say(file).note(
        'Its text began with its title as a heading. That was left out, as front ends show the title themselves.',
        'Nothing.',
      );
    }
    if (slug !== source.wantedSlug) sayOtherSlug(say(file), source.wantedSlug, slug);
    sayTerms(source);
    return postFromFields(
      source,
      {
        sourceId: `file ${file.name}`,
        title: fields.title || heading?.title || titleOf(slug),
        isPublished: isLive(source),
        // Before the image, so that the report has their lines in this order.
        content: await contentOf(source, heading?.rest ?? body),
        featuredImage: await featuredOf(source),
        isAt: (path) => site.at(path) === source,
        reading: { by: READING, source: `${choices} ${text}` },
      },
      options,
      now,
    );
  };
};
