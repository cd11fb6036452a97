/** Origins whose images this server makes smaller. Read by next.config.ts too, so it knows nothing of Next.js. */
export const imageOrigins = (): string[] => {
  const listed = process.env['CONTENT_IMAGE_ORIGINS'] || process.env['CONTENT_API_URL'] || '';
  return listed
    .split(',')
    .map((address) => address.trim())
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address).origin);
};

/** True for an image that may be asked for through `/_next/image`; any other is shown as it is. */
export const isResizable = (address: string): boolean =>
  URL.canParse(address) && imageOrigins().includes(new URL(address).origin);
