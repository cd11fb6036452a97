/** What the server and the admin panel agree on about files that are used somewhere. */

/** Names the uses that the editor has seen and agreed to: the request is then done. */
export const CONFIRM_USES_HEADER = 'x-confirm-file-uses';

/** An entry that shows a file. */
export interface FileUse {
  /** The name of the file. */
  file: string;
  /** The content type, as the panel calls it: `Post`. */
  type: string;
  title: string | null;
  /** The name of its website; null where it has none. */
  website: string | null;
  isLive: boolean;
  /** The way to it: its content type and its documentId. */
  entry: { uid: string; documentId: string } | null;
}

/** `GET /files/:id/uses`: where one file is used. */
export type FileUses = Pick<FilesInUse, 'uses' | 'more'>;

/** The details of the 409 that answers a request to delete or replace files that are used. */
export interface FilesInUse {
  code: 'files-in-use';
  /** Those that the user may see, at most 20. */
  uses: FileUse[];
  /** How many more there are, at least. */
  more: number;
  /** The value of the header. */
  confirm: string;
}
