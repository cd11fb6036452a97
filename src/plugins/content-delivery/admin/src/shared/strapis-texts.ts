/** What Strapi says where it does not say what is wrong, which is of no help in the panel. */
export const BARE_REFUSALS: readonly string[] = ['Forbidden', 'Forbidden access', 'Policy Failed'];

/**
 * Texts of Strapi's own panel that say neither what is wrong nor whom to ask, are not true here, or are words of a database, each with the one of
 * the plugin that is shown in its place. Errors of the server are looked up under `apiError.`, by some pages with the content manager's name ahead of it.
 */
const IN_PLACE: Readonly<Record<string, string>> = {
  anErrorOccurred: 'page-error',
  'app.components.EmptyStateLayout.content-permissions': 'page-not-allowed',
  'notification.error': 'not-done',
  'global.prompt.unsaved': 'unsaved-work.leave',
  'app.session.ended.unsaved': 'unsaved-work.session-ended',
  // Said as well where some of the files failed; the line below it counts both.
  'upload.upload.progress.success': 'uploads-finished',
  'Settings.webhooks.list.description': 'strapis-webhooks',
  'content-manager.components.LeftMenu.collection-types': 'content-types',
  'content-manager.pages.ListView.header-subtitle': 'entries',
  'content-manager.success.record.publish': 'publication-saved',
  'content-manager.HeaderLayout.button.label-add-entry': 'add-new',
  'content-manager.containers.edit.title.new': 'new-entry',
  'content-manager.relation.add': 'choose',
  'content-manager.popUpWarning.bodyMessage.contentType.publish.all': 'publish-several',
  ...Object.fromEntries(
    BARE_REFUSALS.flatMap((message) => [
      [`apiError.${message}`, 'refused.anything'],
      [`content-manager.apiError.${message}`, 'refused.anything'],
    ]),
  ),
};

/** @param texts of the plugin, by their keys */
export const inPlaceOfStrapis = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(IN_PLACE).flatMap(([id, key]) => {
      const text = texts[key];
      return text === undefined ? [] : [[id, text]];
    }),
  );
