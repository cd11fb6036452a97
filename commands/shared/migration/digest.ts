import { hash } from 'node:crypto';

/** SHA-256, in hexadecimal. */
export const digestOf = (text: string): string => hash('sha256', text);
