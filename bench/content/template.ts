import path from 'node:path';
import { createStrapi } from '@strapi/strapi';

interface Row {
  id: number;
  documentId: string;
}
/** A website that can be asked for. */
export interface BenchWebsite extends Row {
  key: string;
}

/** What the posts of a database belong to. */
export interface Template {
  /** Has as many posts as the database's size says. */
  large: BenchWebsite;
  /** Has five posts, one of them short. */
  small: BenchWebsite;
  categories: Record<'large' | 'small', number[]>;
  tags: Record<'large' | 'small', number[]>;
}

const CATEGORIES = 8;
const TAGS = 30;

/** Makes the database that all others start from, through Strapi: its tables, websites, categories and tags. */
export const createTemplate = async (root: string): Promise<Template> => {
  const strapi = createStrapi({
    appDir: root,
    distDir: path.join(root, 'dist'),
    autoReload: false,
    serveAdminPanel: false,
  });
  await strapi.load();
  try {
    const create = async (uid: string, data: object): Promise<Row> => {
      const { id, documentId } = await strapi
        .documents(uid as 'api::tag.tag')
        .create({ data: data as { name: string } });
      return { id: Number(id), documentId };
    };
    const website = async (name: string): Promise<BenchWebsite> => {
      const key = `benchmark-${name}`;
      return { ...(await create('api::website.website', { name, apiKey: key })), key };
    };
    const terms = async (uid: string, owner: Row, count: number): Promise<number[]> => {
      const ids: number[] = [];
      for (let n = 1; n <= count; n += 1) {
        const term = await create(uid, { name: `Term number ${n}`, website: owner.documentId });
        ids.push(term.id);
      }
      return ids;
    };
    const large = await website('large');
    const small = await website('small');
    return {
      large,
      small,
      categories: {
        large: await terms('api::category.category', large, CATEGORIES),
        small: await terms('api::category.category', small, CATEGORIES),
      },
      tags: {
        large: await terms('api::tag.tag', large, TAGS),
        small: await terms('api::tag.tag', small, TAGS),
      },
    };
  } finally {
    await strapi.destroy();
  }
};
