import { COMMON_FIELDS, type FieldTexts, type Layout } from './layout';

type Settings = Record<string, unknown>;
interface Metadata {
  edit: Record<string, unknown>;
  list: Record<string, unknown>;
}

/** How the content manager stores the view of a type. */
export interface Configuration {
  settings: Settings;
  metadatas: Record<string, Metadata>;
  layouts: { list: string[]; edit: { name: string; size: number }[][] };
}

/** A stored view with a layout of ours in place of what it had; what the layout does not speak of stays. */
export const withLayout = (stored: Configuration, layout: Layout): Configuration => {
  const texts = { ...COMMON_FIELDS, ...layout.fields };
  return {
    settings: {
      ...stored.settings,
      mainField: layout.mainField,
      ...(layout.list
        ? {
            defaultSortBy: layout.list.sort[0],
            defaultSortOrder: layout.list.sort[1],
            pageSize: layout.list.pageSize,
          }
        : {}),
    },
    metadatas: Object.fromEntries(
      Object.entries(stored.metadatas).map(([field, metadata]) => [field, withTexts(metadata, texts[field])]),
    ),
    layouts: {
      list: layout.list ? [...layout.list.columns] : stored.layouts.list,
      edit: layout.form.map((row) => row.map(([name, size]) => ({ name, size }))),
    },
  };
};

const withTexts = ({ edit, list }: Metadata, texts: FieldTexts | undefined): Metadata =>
  texts
    ? {
        edit: {
          ...edit,
          // Only fields of a form have texts there.
          ...('label' in edit
            ? {
                label: texts.label,
                description: texts.description ?? '',
                placeholder: texts.placeholder ?? '',
              }
            : {}),
        },
        list: { ...list, label: texts.label },
      }
    : { edit, list };
