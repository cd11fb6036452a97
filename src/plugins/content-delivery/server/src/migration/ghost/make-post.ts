import { authorIdOf, type PostTerms } from '../gathered';
import { versionDigest } from '../import-ledger';
import type { IncomingPost } from '../incoming';
import { decoded } from '../html/decoded';
import { withLinks } from '../html/links';
import { changedSince } from '../dates';
import {
  remarksOn,
  sayAuthors,
  sayCanonical,
  sayLinksStay,
  sayOldAddresses,
  sayOtherSlug,
  type Remarks,
} from '../remarks';
import type { ReportWriter } from '../report';
import type { GhostOptions } from './options';
import { dateOf, postKeyOf, textOf, type Row } from './rows';
import { typeOf, type GhostSite } from './site';
import { statusOf } from './status';

/** What Ghost writes in place of its own address. */
const PLACE_OF_ADDRESS = /__GHOST_URL__/g;

/** Texts and pictures for social networks. */
const SOCIAL = [
  ...['og_title', 'og_description', 'og_image'],
  ...['twitter_title', 'twitter_description', 'twitter_image'],
];

/** To be raised when the same row becomes another post than before: then what was brought in stays, and is named. */
const READING = 2;

export const sourceIdOf = (post: Row): string => `post ${postKeyOf(post)}`;

/** The terms of a post: Ghost has tags alone. */
export const termsOf = (
  post: Row,
  site: Pick<GhostSite, 'tagsOf'>,
  { isFirstTagCategory }: Pick<GhostOptions, 'isFirstTagCategory'>,
): PostTerms => {
  const names = site.tagsOf(post);
  const [category = null] = isFirstTagCategory ? names : [];
  return { category, tags: category === null ? names : names.slice(1) };
};

/** How the report calls a post. */
export const nameOf = (row: Row): string =>
  `"${textOf(row, 'title').slice(0, 80) || 'without title'}" (${typeOf(row)} ${textOf(row, 'slug').slice(0, 80)})`;

/** Makes posts of rows, and says in the report what is lost in that. */
export const createPostMaker = (site: GhostSite, options: GhostOptions, report: ReportWriter) => {
  const { address, authors, linksTo, isFirstTagCategory, excerptsAsDescriptions } = options;
  const choices = [address.href, authors, linksTo, isFirstTagCategory, excerptsAsDescriptions];
  const sourceOf = (row: Row): string =>
    JSON.stringify([row, site.tagsOf(row), site.usersOf(row).map((user) => textOf(user, 'id')), choices]);

  const say = (row: Row): Remarks => remarksOn(report, nameOf(row));
  const addressed = (text: string): string => text.replace(PLACE_OF_ADDRESS, () => site.address);

  const contentOf = (row: Row, isHeldBack: boolean): string => {
    const html = addressed(typeof row['html'] === 'string' ? row['html'] : '');
    if (html.trim() === '' && !isHeldBack) {
      say(row).altered(
        'The export does not have its text as HTML. It came without a text.',
        'Open and save it in Ghost and export again, or write it here; nothing where it has none.',
      );
    }
    const page = new URL(`${encodeURIComponent(decoded(textOf(row, 'slug')))}/`, site.old.base);
    const linked = withLinks(html, site.old, options.linksTo, page);
    sayOldAddresses(report, linked, options.linkedFiles);
    if (linked.toPosts > 0 && options.linksTo === null) sayLinksStay(say(row));
    return linked.html;
  };

  const sayRest = (row: Row): void => {
    const remarks = say(row);
    const { leftOut } = remarks;
    const has = (...columns: string[]): boolean => columns.some((column) => textOf(row, column) !== '');
    if (has('codeinjection_head', 'codeinjection_foot')) {
      leftOut('Its page has code of its own (code injection).', 'Put it into the front end.');
    }
    if (has('canonical_url')) sayCanonical(remarks);
    if (has(...SOCIAL)) {
      leftOut(
        'It has texts or pictures for social networks. Front ends show the meta texts and the featured image.',
        'Nothing, or write them into the meta texts.',
      );
    }
    if (has('feature_image_caption')) {
      leftOut('Its featured image has a caption.', 'Write it into the text where that matters.');
    }
    if (has('custom_excerpt') && !options.excerptsAsDescriptions) {
      leftOut(
        'Its excerpt was not brought in.',
        'Let excerpts be meta descriptions where there are none: --excerpts-as-descriptions.',
      );
    }
    const authors = site.usersOf(row).map((user) => textOf(user, 'name'));
    sayAuthors(report, remarks, authors, options.authors);
  };

  /** Of a published page, unless it is where --links-to says that it is now. */
  const oldAddressOf = (row: Row, slug: string): string | null => {
    const given = textOf(row, 'slug');
    if (given === '') return null;
    return options.linksTo === site.path && decoded(given) === slug
      ? null
      : `${site.path}${encodeURIComponent(decoded(given))}/`;
  };

  return (post: Row): IncomingPost => {
    const row = site.withMeta(post);
    const slug = site.slugOf(post);
    const remarks = say(row);
    const { status, publishedAt, isScheduled, heldBack } = statusOf(row);
    if (heldBack) remarks.altered(`${heldBack.why} It is a draft here.`, heldBack.whatToDo);
    const given = decoded(textOf(row, 'slug'));
    if (given !== '' && slug !== given) sayOtherSlug(remarks, given, slug);
    sayRest(row);

    const [user] = site.usersOf(row);
    const image = addressed(textOf(row, 'feature_image') || textOf(row, 'image'));
    const description =
      textOf(row, 'meta_description') ||
      (options.excerptsAsDescriptions ? textOf(row, 'custom_excerpt') : '');
    const updatedAt = dateOf(row, 'updated_at') ?? dateOf(row, 'created_at');
    const incoming = {
      sourceId: sourceIdOf(post),
      id: null,
      title: textOf(row, 'title'),
      slug,
      status,
      content: contentOf(row, heldBack !== null),
      ...termsOf(row, site, options),
      ...(options.authors && user ? { author: authorIdOf(textOf(user, 'id')) } : {}),
      featuredImage:
        image === '' ? null : { url: image, alternativeText: textOf(row, 'feature_image_alt') || null },
      metaTitle: textOf(row, 'meta_title') || null,
      metaDescription: description || null,
      createdAt: publishedAt,
      updatedAt: changedSince(publishedAt, updatedAt),
      scheduleDate: isScheduled ? publishedAt : null,
    };
    const isOnItsPage = status === 'published' && !isScheduled;
    const oldAddress = isOnItsPage ? oldAddressOf(row, slug) : null;
    return {
      ...incoming,
      ...(oldAddress === null ? {} : { oldAddress }),
      version: versionDigest(JSON.stringify(incoming)),
      reading: { by: READING, source: sourceOf(row), lacks: 0, isHeldByOthers: false },
    };
  };
};
