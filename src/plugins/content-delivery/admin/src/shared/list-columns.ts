import type { StrapiApp } from '@strapi/strapi/admin';
import { PLUGIN_ID } from './plugin-id';

/** A column of the content manager's lists. */
export interface Column<Row> {
  name: string;
  attribute: { type: string };
  label: string | { id: string; defaultMessage: string };
  searchable: boolean;
  sortable: boolean;
  cellFormatter?(row: Row): JSX.Element;
}

interface List<Row> {
  displayedHeaders: Column<Row>[];
  layout: { options?: Record<string, { list?: string } | undefined> };
}

/**
 * Changes the columns of lists. For the plugin's `bootstrap`, as hooks are there only then.
 * @param list of which: what the schema of a content type asks for with `"pluginOptions": { "content-delivery": { "list": "posts" } }`;
 * of all unless given
 */
export const changeColumns = <Row>(
  app: Pick<StrapiApp, 'registerHook'>,
  change: (columns: Column<Row>[]) => Column<Row>[],
  list?: string,
): void =>
  app.registerHook('Admin/CM/pages/ListView/inject-column-in-table', (given: unknown) => {
    const { displayedHeaders, ...rest } = given as List<Row>;
    const isMeant = list === undefined || rest.layout.options?.[PLUGIN_ID]?.list === list;
    return isMeant ? { ...rest, displayedHeaders: change(displayedHeaders) } : given;
  });
