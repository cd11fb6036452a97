import { ownParts } from './own-parts';

interface Config {
  plugins?: unknown[];
  build?: { rollupOptions?: object };
  define?: Record<string, unknown>;
}

/**
 * The menus of a list's rows are ours, and the panel waits for the user's permissions.
 *
 * Strapi's edit view shows the new state of its buttons when the browser has nothing else to do. Chromium can be without such
 * a moment until the next scrolling, for example after a reload; what was brought back could not be saved then, as *Save*
 * stayed grey. Where there is no `requestIdleCallback`, Strapi takes a timer of one millisecond.
 *
 * Strapi's configuration is for Vite 5, and package.json sets Vite 8 (decision 95), which has to be told two things: that modules run in
 * the order of their imports, without which Prism's languages come ahead of Prism, and that what every page needs is one file, not a hundred.
 */
export default <Given extends Config>(config: Given): Given => ({
  ...config,
  plugins: [...(config.plugins ?? []), ownParts()],
  build: {
    ...config.build,
    rollupOptions: {
      ...config.build?.rollupOptions,
      output: {
        strictExecutionOrder: true,
        codeSplitting: { groups: [{ name: 'panel', tags: ['$initial'] }] },
      },
    },
  },
  define: { ...config.define, requestIdleCallback: 'undefined', cancelIdleCallback: 'undefined' },
});
