import { ownParts } from './own-parts';

interface Config {
  plugins?: unknown[];
  define?: Record<string, unknown>;
}

/**
 * The menus of a list's rows are ours, and the panel waits for the user's permissions.
 *
 * Strapi's edit view shows the new state of its buttons when the browser has nothing else to do. Chromium can be without such
 * a moment until the next scrolling, for example after a reload; what was brought back could not be saved then, as *Save*
 * stayed grey. Where there is no `requestIdleCallback`, Strapi takes a timer of one millisecond.
 */
export default <Given extends Config>(config: Given): Given => ({
  ...config,
  plugins: [...(config.plugins ?? []), ownParts()],
  define: { ...config.define, requestIdleCallback: 'undefined', cancelIdleCallback: 'undefined' },
});
