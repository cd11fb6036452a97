/** Files of the media library. */
export const FILE = 'plugin::upload.file';
export const FOLDER = 'plugin::upload.folder';
