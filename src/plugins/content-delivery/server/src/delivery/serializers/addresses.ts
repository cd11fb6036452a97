/** Uploaded files are stored with their path alone. */
export const absolute = (address: string, publicUrl: string): string =>
  /^https?:\/\//i.test(address) ? address : `${publicUrl}${address}`;
