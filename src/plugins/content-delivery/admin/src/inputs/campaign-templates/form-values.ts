import { PAGE_TEMPLATES, TEXTS_OF_PAGE, type TextOfPage } from '../../../../contracts/campaigns';

type Values = Record<string, unknown>;
type Texts = Partial<Record<TextOfPage, string>>;

const textsBy = (values: Values, nameOf: (field: TextOfPage) => string): Texts =>
  Object.fromEntries(
    TEXTS_OF_PAGE.flatMap((field) => {
      const text = values[nameOf(field)];
      return typeof text === 'string' && text !== '' ? [[field, text]] : [];
    }),
  );

/** The templates in the form of a campaign. */
export const templatesIn = (values: Values): Texts => textsBy(values, (field) => PAGE_TEMPLATES[field]);

/** A page's own texts in its form. */
export const textsIn = (values: Values): Texts => textsBy(values, (field) => field);

/** A page's variables in its form, which holds JSON as text while it is typed. Empty while that cannot be read. */
export const variablesIn = (values: Values): Record<string, string> => {
  const held = values['variables'];
  const value = typeof held === 'string' ? parsed(held) : held;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
};

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
};
