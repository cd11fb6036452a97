/** What helps with every file that is no export. */
export const EXPORT_AGAIN = 'In WordPress: Tools → Export → All content → Download Export File.';
