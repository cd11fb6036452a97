import { dropLeftovers } from './databases/leftovers';
import { removeTemplate } from './databases/template';

/** Removes the database that the tests were copied from, and what a test that failed has left behind. */
export default async (): Promise<void> => {
  await removeTemplate();
  await dropLeftovers();
};
