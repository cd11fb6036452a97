import type { Timestamp } from '../../../../contracts/delivery';

/** ISO 8601 in UTC with milliseconds. */
export const timestamp = (date: Date): Timestamp => date.toISOString();

export const timestampOrNull = (date: Date | null): Timestamp | null => date && timestamp(date);

export const later = (a: Date, b: Date): Date => (a > b ? a : b);
