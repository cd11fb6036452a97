import { kindOf, STORED_FIELDS, TEMPLATE_FIELDS, type EscapingVersion } from './resolve';
import {
  MissingVariables,
  TemplateLimit,
  TemplateProblem,
  type KnownTemplate,
  type Templates,
  type Variables,
} from './templates';
import { isBlank, unstorableProblem } from '../../platform/formats';
import { fitSlug } from '../../content/rules/slug';

/** The texts of a page that a template of the campaign makes unless the page has its own. */
export type PageText = keyof typeof TEMPLATE_FIELDS;
export const PAGE_TEXTS = Object.keys(TEMPLATE_FIELDS) as PageText[];
export const STORED_TEXTS = Object.keys(STORED_FIELDS) as (keyof typeof STORED_FIELDS)[];

export const NO_TEXTS: Readonly<Record<PageText, null>> = {
  slug: null,
  targetSlug: null,
  html: null,
  metaTitle: null,
  metaDescription: null,
};

/** What of a page its texts are made from. */
export type PageSource = Record<PageText, string | null> & { variables: Variables };

/** The templates of a campaign, by attribute, and how their HTML escapes values. */
export type CampaignTemplates = Partial<
  Record<(typeof TEMPLATE_FIELDS)[PageText]['template'], string | null>
> & { escapingVersion?: EscapingVersion };

/** What a string column holds on every database. */
export const MAX_STRING_LENGTH = 255;

export interface PageProblem {
  kind: 'missing-variable' | 'template-error' | 'template-limit' | 'too-long';
  field: PageText;
  /** For an editor. */
  message: string;
  /** The variables that are missing. */
  missing: readonly string[];
}

export interface ResolvedPage {
  /** Null for a text that could not be made, or is blank. */
  texts: Record<PageText, string | null>;
  problems: PageProblem[];
  /** What a template made of slugs, where these had to be changed to fit an address. */
  unfit: Partial<Record<PageText, string>>;
}

/**
 * Makes the texts of pages of one campaign. Each template is parsed once, however many pages follow.
 * @returns what makes some texts of a page, and says all that is wrong with them
 */
export const createPageTexts = (templates: Templates, campaign: CampaignTemplates) => {
  const parsed = new Map<PageText, KnownTemplate | null>();
  let steps = 0;
  const took = (some: number): void => void (steps += some);
  const templateOf = async (field: PageText): Promise<KnownTemplate | null> => {
    const known = parsed.get(field);
    if (known !== undefined) return known;
    const text = campaign[TEMPLATE_FIELDS[field].template];
    const made = text ? await templates.parse(kindOf(field, campaign.escapingVersion), text) : null;
    parsed.set(field, made);
    return made;
  };

  const textOf = async (field: PageText, page: PageSource): Promise<string> => {
    const own = page[field];
    if (own !== null && !isBlank(own)) return own;
    const template = await templateOf(field);
    if (template === null) return '';
    return templates.render(template, page.variables, took);
  };

  return {
    templateOf,

    /** Of its templates, for all pages so far. */
    steps: (): number => steps,

    async resolve(page: PageSource, fields: readonly PageText[]): Promise<ResolvedPage> {
      const texts: ResolvedPage['texts'] = { ...NO_TEXTS };
      const problems: PageProblem[] = [];
      const unfit: ResolvedPage['unfit'] = {};
      for (const field of fields) {
        try {
          let text = await textOf(field, page);
          // A slug that a template makes fits into an address, whatever the variables consist of.
          if (field in STORED_FIELDS && isBlank(page[field])) {
            const fitting = unstorableProblem(text) === null ? fitSlug('page', text) : text;
            if (fitting !== text) unfit[field] = text;
            text = fitting;
          }
          if (!isBlank(text)) texts[field] = text;
          const tooLong = lengthProblem(field, texts[field]);
          if (tooLong) problems.push({ kind: 'too-long', field, message: tooLong, missing: [] });
        } catch (error) {
          if (!(error instanceof TemplateProblem)) throw error;
          problems.push({
            kind:
              error instanceof MissingVariables
                ? 'missing-variable'
                : error instanceof TemplateLimit
                  ? 'template-limit'
                  : 'template-error',
            field,
            message: error.message,
            missing: error instanceof MissingVariables ? error.names : [],
          });
        }
      }
      return { texts, problems, unfit };
    },
  };
};

export type PageTexts = ReturnType<typeof createPageTexts>;

/** In which texts the templates use each variable, and ask whether it is there; and which templates cannot be read. */
export const templateVariables = async ({ templateOf }: PageTexts) => {
  const usedIn = new Map<string, PageText[]>();
  const testedIn = new Map<string, PageText[]>();
  const unreadable: { field: PageText; message: string }[] = [];
  const add = (map: Map<string, PageText[]>, names: readonly string[] = [], field: PageText): void => {
    for (const name of names) map.set(name, [...(map.get(name) ?? []), field]);
  };
  for (const field of PAGE_TEXTS) {
    try {
      const parsed = await templateOf(field);
      add(usedIn, parsed?.variables, field);
      add(testedIn, parsed?.tested, field);
    } catch (error) {
      if (!(error instanceof TemplateProblem)) throw error;
      unreadable.push({ field, message: error.message });
    }
  }
  return { usedIn, testedIn, unreadable };
};

/** Slugs are stored as they come out, in columns that hold so much and no more. */
const lengthProblem = (field: PageText, text: string | null): string | null =>
  text !== null && field in STORED_FIELDS && text.length > MAX_STRING_LENGTH
    ? `This would be longer than ${MAX_STRING_LENGTH} characters: "${text.slice(0, 60)}…".`
    : null;

/** All missing variables of some problems, named in one message; null when none is missing. */
export const missingVariables = (problems: readonly PageProblem[]): MissingVariables | null => {
  const names = new Set(problems.flatMap((problem) => problem.missing));
  return names.size > 0 ? new MissingVariables([...names]) : null;
};
