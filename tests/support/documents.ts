import type { Core } from '@strapi/strapi';

export type Data = Record<string, unknown>;
export type Document = Data & { documentId: string };
export type Row = Document & { id: number };

/** The document service of one type, for data that is made up by a test. */
export interface Documents {
  create(params: { data: Data; status?: 'draft' | 'published' }): Promise<Document>;
  update(params: { documentId: string; data: Data; status?: 'published' }): Promise<Document | null>;
  delete(params: { documentId: string }): Promise<{ documentId: string; entries: Document[] }>;
  publish(params: { documentId: string }): Promise<{ documentId: string; entries: Document[] }>;
  unpublish(params: { documentId: string }): Promise<unknown>;
  discardDraft(params: { documentId: string }): Promise<unknown>;
  clone(params: { documentId: string; data?: Data }): Promise<{ documentId: string; entries: Document[] }>;
  findOne(params: { documentId: string; status?: 'draft' | 'published' }): Promise<Document | null>;
  findFirst(params: Data): Promise<Document | null>;
  findMany(params: Data): Promise<Document[]>;
}

/** The database layer below it. */
export interface Rows {
  create(params: { data: Data }): Promise<Row>;
  createMany(params: { data: Data[] }): Promise<unknown>;
  update(params: { where: Data; data: Data }): Promise<Row | null>;
  updateMany(params: { where: Data; data: Data }): Promise<unknown>;
  delete(params: { where: Data }): Promise<Row | null>;
  deleteMany(params: { where: Data }): Promise<unknown>;
  findOne(params: Data): Promise<Row | null>;
  findMany(params: Data): Promise<Row[]>;
  count(params?: Data): Promise<number>;
}

export const documentsOf = (strapi: Core.Strapi, uid: string): Documents =>
  strapi.documents(uid as never) as unknown as Documents;

export const rowsOf = (strapi: Core.Strapi, uid: string): Rows =>
  strapi.db.query(uid as never) as unknown as Rows;

/** All rows of a type with their relations, hidden columns included: what a refused write must not change. */
export const stored = async (strapi: Core.Strapi, uid: string): Promise<Row[]> => {
  const { attributes } = strapi.contentType(uid as never) as { attributes: Record<string, { type: string }> };
  const relations = Object.keys(attributes).filter((name) =>
    ['relation', 'component'].includes(attributes[name]?.type ?? ''),
  );
  return rowsOf(strapi, uid).findMany({ orderBy: { id: 'asc' }, populate: relations });
};

/** Every table of the database, of all owners, as one text. */
export const dumpDatabase = async (strapi: Core.Strapi): Promise<string> => {
  const tables: string[] = await strapi.db.dialect.schemaInspector.getTables();
  const parts: string[] = [];
  for (const table of tables) {
    parts.push(table, JSON.stringify(await strapi.db.connection(table).select('*')));
  }
  return parts.join('\n');
};
