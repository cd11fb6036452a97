/** An address without slashes at its end. */
export const withoutSlash = (address: string): string => address.trim().replace(/(?<!\/)\/+$/, '');
