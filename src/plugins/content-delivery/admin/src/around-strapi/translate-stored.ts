import type { StrapiApp } from '@strapi/strapi/admin';
import { changeColumns } from '../shared/list-columns';
import { textNow } from '../shared/text-now';
import { asTexts, keyOf, withFieldTexts, type NamedView } from './field-texts';

const inLanguage = (words: string): string => textNow(keyOf(words)) ?? words;

/** Where administrators write them: what Strapi shows there it also stores. */
const areWritten = (): boolean => window.location.pathname.includes('/configurations/');

interface Named {
  label: unknown;
}

/** What the server stores in English, in the language of the panel. For the plugin's `bootstrap`, as hooks are there only then. */
export const translateStored = (app: Pick<StrapiApp, 'registerHook'>): void => {
  app.registerHook('Admin/CM/pages/EditView/mutate-edit-view-layout', (view: unknown) =>
    areWritten() ? view : withFieldTexts(view as NamedView, inLanguage),
  );
  changeColumns(app, asTexts);
  app.registerHook('Admin/CM/pages/ListView/inject-in-filters', (given: unknown) => {
    const { displayedFilters, ...rest } = given as { displayedFilters: Named[] };
    return { ...rest, displayedFilters: asTexts(displayedFilters) };
  });
  app.registerHook('Admin/CM/pages/App/mutate-collection-types-links', (given: unknown) => {
    const { ctLinks, ...rest } = given as { ctLinks: { title: string }[] };
    return {
      ...rest,
      ctLinks: ctLinks.map((link) => ({ ...link, title: textNow(`type.${link.title}`) ?? link.title })),
    };
  });
};
