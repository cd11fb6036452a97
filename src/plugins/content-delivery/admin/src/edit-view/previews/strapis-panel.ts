/** A text of Strapi's own panel, by which it is known: it has no name that survives the build. */
const OF_STRAPIS_PANEL = 'content-manager.preview.panel';

/**
 * Leaves out the panel with which Strapi frames a website: a frame gets no cookies in most browsers, so no website
 * could show a draft there.
 */
export const withoutStrapisPreview = (panels: readonly unknown[]): unknown[] =>
  panels.filter((panel) => !String(panel).includes(OF_STRAPIS_PANEL));
