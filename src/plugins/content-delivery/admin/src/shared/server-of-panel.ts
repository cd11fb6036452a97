import { withoutSlash } from './without-slash';

/**
 * The address of this server as the browser knows it, without a slash at the end. It answers there just as under its
 * public address, which the browser may not be able to reach.
 */
export const serverOfPanel = (): string =>
  withoutSlash((window as unknown as { strapi: { backendURL: string } }).strapi.backendURL);
