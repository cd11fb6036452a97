import { hash } from 'node:crypto';

/**
 * What is unique within a website or an account, as 64 hexadecimal digits: it compares byte for byte on every
 * database, whatever its collation, and an index on it finds a post by website and slug at once.
 *
 * @param owner the documentId of the website or account
 * @param value the slug, derived slug or folded keyword
 */
export const scopedHash = (owner: string, value: string): string => hash('sha256', `${owner}\0${value}`);
