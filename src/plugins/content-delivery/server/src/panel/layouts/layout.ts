/** How a field is named and explained to editors, in lists and forms. */
export interface FieldTexts {
  label: string;
  /** Help below the field. */
  description?: string;
  /** An example inside the empty field. */
  placeholder?: string;
}

/** A field and its width in twelfths of the form. */
export type Cell = readonly [field: string, width: 4 | 6 | 8 | 12];

/** A row of fields that have half of the form's width each. */
export const halves = (...fields: string[]): Cell[] => fields.map((field) => [field, 6]);

/**
 * How the content manager shows one content type or component. It is what editors meet on a first start; from
 * then on it is theirs to change.
 */
export interface Layout {
  uid: string;
  /** The field that names an entry where others refer to it. */
  mainField: string;
  list: {
    columns: readonly string[];
    sort: readonly [field: string, order: 'ASC' | 'DESC'];
    pageSize: 10 | 20 | 50 | 100;
  } | null;
  /** The rows of the form. */
  form: readonly (readonly Cell[])[];
  /** Every field that editors can see. */
  fields: Readonly<Record<string, FieldTexts>>;
}

/** What every entry has beside its own fields. */
export const COMMON_FIELDS: Readonly<Record<string, FieldTexts>> = {
  id: { label: 'Number' },
  documentId: { label: 'ID' },
  createdAt: { label: 'Created' },
  updatedAt: { label: 'Last saved' },
  createdBy: { label: 'Created by' },
  updatedBy: { label: 'Last saved by' },
};
