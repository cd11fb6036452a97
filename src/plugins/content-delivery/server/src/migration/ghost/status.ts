import { dateOf, isTrue, textOf, type Row } from './rows';

/** What follows the first is for members; between the others is what only some readers see. */
const PAYWALL = /<!--\s*(?:members-only|kg-gated-block:begin)/;

/** Columns that may have the text as the editor keeps it, and how one sees that it has some there. */
const OTHER_FORMS = ['lexical', 'mobiledoc', 'markdown', 'plaintext'];
const IN_OTHER_FORM = /"(?:text|html|src|url)":\s*"[^"]|,\d+,"[^"]|^(?!\s*\{)\s*\S/;

/** What a post of Ghost becomes. */
export interface PostStatus {
  status: 'published' | 'draft';
  /** The date that readers saw or were to see; null for a draft. */
  publishedAt: Date | null;
  isScheduled: boolean;
  /** Why it is a draft here though it was none in Ghost, and what to do; null otherwise. */
  heldBack: { why: string; whatToDo: string } | null;
}

/** What keeps readers from it, in words; null for a post that everybody may read. */
const restrictionOf = (row: Row): string | null => {
  const visibility = row['visibility'] ?? 'public';
  if (visibility === 'members') return 'It is for members only';
  if (visibility !== 'public' && visibility !== '') return 'It is for some members only';
  return PAYWALL.test(textOf(row, 'html')) ? 'A part of it is for members only' : null;
};

const heldBackOf = (row: Row, status: string, publishedAt: Date | null): PostStatus['heldBack'] => {
  const restriction = restrictionOf(row);
  if (restriction !== null) {
    return {
      why: `${restriction}, and everybody can read what front ends get.`,
      whatToDo: 'Publish it if everybody may read it.',
    };
  }
  if (status === 'sent' || isTrue(row, 'email_only')) {
    return {
      why: 'It is an e-mail and on no page.',
      whatToDo: 'Publish it if it is to be read on the website.',
    };
  }
  if (
    textOf(row, 'html') === '' &&
    IN_OTHER_FORM.test(OTHER_FORMS.map((form) => textOf(row, form)).join(''))
  ) {
    return {
      why: 'Readers saw a text that the export does not have as HTML.',
      whatToDo: 'Open and save it in Ghost and export again, or write it here and publish it.',
    };
  }
  if (publishedAt === null) {
    return {
      why: 'Its date cannot be read. It would stand above all others, under the date of today.',
      whatToDo: 'Give it a publication date here, and publish it.',
    };
  }
  return null;
};

export const statusOf = (row: Row): PostStatus => {
  const status = textOf(row, 'status');
  if (!['published', 'scheduled', 'sent'].includes(status)) {
    return { status: 'draft', publishedAt: null, isScheduled: false, heldBack: null };
  }
  const publishedAt = dateOf(row, 'published_at');
  const heldBack = heldBackOf(row, status, publishedAt);
  return {
    status: heldBack ? 'draft' : 'published',
    publishedAt,
    isScheduled: status === 'scheduled' && !heldBack,
    heldBack,
  };
};
