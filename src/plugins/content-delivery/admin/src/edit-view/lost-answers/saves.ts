/** What a request of the panel stores. */
export interface SentSave {
  model: string;
  /** The documentId; undefined for a new entry. */
  entry: string | undefined;
  /** Of which entry the new one is a copy. */
  source: string | undefined;
  isPublication: boolean;
}

const ENTRIES = '/content-manager/collection-types/';

/** @returns null for a request that neither saves, publishes nor creates an entry */
export const saveOf = (method: string, pathname: string): SentSave | null => {
  const at = pathname.indexOf(ENTRIES);
  if (at < 0) return null;
  const [model = '', ...rest] = pathname.slice(at + ENTRIES.length).split('/');
  const save = { model, entry: undefined, source: undefined, isPublication: false };
  const [first, second] = rest;
  const is = (sent: string, ...parts: (string | undefined)[]): boolean =>
    method === sent && rest.length === parts.length && parts.every((part, at) => part === rest[at]);
  if (is('POST')) return save;
  if (is('POST', 'actions', 'publish')) return { ...save, isPublication: true };
  if (is('POST', 'clone', second)) return { ...save, source: second };
  if (is('PUT', first)) return { ...save, entry: first };
  if (is('POST', first, 'actions', 'publish')) return { ...save, entry: first, isPublication: true };
  return null;
};

/** The address at which an entry is saved that a form has created before. */
export const addressOfEntry = (href: string, { model, isPublication }: SentSave, entry: string): string => {
  const { origin, pathname, search } = new URL(href);
  const base = pathname.slice(0, pathname.indexOf(ENTRIES) + ENTRIES.length);
  return `${origin}${base}${model}/${entry}${isPublication ? '/actions/publish' : ''}${search}`;
};
