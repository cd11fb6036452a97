/**
 * What the panel and the server agree on about the templates of a campaign: `POST /content-delivery/campaigns/preview`,
 * as JSON a `PreviewRequest`, answered with `{ data: CampaignPreview }`. Nothing is changed by it.
 *
 * Needs the permission to read campaigns; to try out templates that are not saved also the permission to change the
 * campaign, or to make one where `campaign` is null: 403 otherwise, 404 for what the user may not see.
 */

/** The texts of a page, and the attributes of a campaign that have their templates. */
export const PAGE_TEMPLATES = {
  slug: 'slugTemplate',
  targetSlug: 'targetSlugTemplate',
  html: 'htmlTemplate',
  metaTitle: 'metaTitleTemplate',
  metaDescription: 'metaDescriptionTemplate',
} as const;

export type TextOfPage = keyof typeof PAGE_TEMPLATES;
export const TEXTS_OF_PAGE = Object.keys(PAGE_TEMPLATES) as TextOfPage[];

export interface PreviewRequest {
  /** documentId; null for a campaign that is not saved yet. */
  campaign: string | null;
  /** Templates by the texts that they make; null for the saved ones. */
  templates: Partial<Record<TextOfPage, string>> | null;
  /** documentId of a page of this campaign, whose variables and own texts are taken; null for none. */
  page: string | null;
  /** Variables in place of the page's; null for the page's. Without either, nothing is rendered. */
  variables: Record<string, string> | null;
  /** Own texts in place of the page's; null for the page's. */
  texts: Partial<Record<TextOfPage, string>> | null;
}

export interface TemplateFault {
  field: TextOfPage;
  /** For people. */
  message: string;
  /** Where in the template, from 1; null where that is not known. */
  line: number | null;
  column: number | null;
}

export interface CampaignPreview {
  /** Variables that the templates use, by name. */
  variables: { name: string; usedIn: TextOfPage[] }[];
  /** What does not work, of the templates and of this page. */
  faults: TemplateFault[];
  /** Null when nothing was to be rendered. */
  rendered: {
    /** The variables that it was rendered with. */
    variables: Record<string, string>;
    /** Null for a text that is empty or could not be made. */
    texts: Record<TextOfPage, string | null>;
  } | null;
  /** Whether values are escaped as in new campaigns. */
  isNewestEscaping: boolean;
  website: { name: string; url: string | null } | null;
}
