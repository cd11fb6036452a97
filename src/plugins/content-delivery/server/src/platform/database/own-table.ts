type ColumnType = 'boolean' | 'datetime' | 'integer' | 'string' | 'text';

interface Index {
  name: string;
  /** As the database calls them. */
  columns: string[];
  type?: 'unique';
}

interface OwnTable {
  tableName: string;
  indexes: Index[];
  /** Beside the row's number, in the order of the table. */
  columns: Record<string, ColumnType>;
}

/** A table of the plugin that is no content type: no role, list, picker or route can reach it. */
export const ownTable = (name: string, { tableName, indexes, columns }: OwnTable) => ({
  uid: `plugin::content-delivery.${name}`,
  tableName,
  singularName: `content-delivery-${name}`,
  indexes,
  attributes: {
    id: { type: 'increments' },
    ...Object.fromEntries(Object.entries(columns).map(([column, type]) => [column, { type }])),
  },
});
