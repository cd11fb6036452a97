/** Removes the database that the tests were copied from. */
export { removeTemplate as default } from './template';
