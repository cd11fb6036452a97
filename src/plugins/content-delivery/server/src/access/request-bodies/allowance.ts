import { MAX_FORM_BYTES } from '../../../../contracts/unsaved-work';

/** An administrator's session or an API token; everybody else is anonymous, end users of a project included. */
export type Sender = 'signed in' | 'anonymous';

export interface RequestBodiesConfig {
  /** Bytes of a JSON document that saves an entry. */
  entryBytes: number;
  /** Bytes of all files of one upload. */
  fileBytes: number;
  /** Names of Strapi's authentication strategies whose users may send more than `ANONYMOUS_BYTES`, and files. */
  senders: string[];
}

export interface Allowance {
  /** Of a JSON document. */
  jsonBytes: number;
  /** Of a form or a plain text. */
  formBytes: number;
  /** Of the files of a multipart form; 0 where there is no place for any. */
  fileBytes: number;
}

interface Route {
  info?: { pluginName?: string; apiName?: string };
  handler?: unknown;
}

/** A password, a slug, an e-mail address: what can be said before signing in is short. */
const ANONYMOUS_BYTES = 100_000;
/** Settings and permissions of roles, in which every field of every type is named. */
const SETTINGS_BYTES = 1_000_000;

/** The plugins whose routes save entries; so do routes of a project's own content types. */
const SAVING: ReadonlySet<string> = new Set(['content-manager', 'content-delivery', 'upload']);
/** Sent every few seconds while an editor types. */
const UNSAVED_WORK = 'unsaved-work.keep';
/** The routes that take files: the media library's, imports of pages, the logos of the admin panel. */
const TAKING_FILES: ReadonlySet<string> = new Set([
  'upload admin-upload.upload',
  'upload admin-upload.uploadFile',
  'upload admin-upload.replaceFile',
  'upload content-api.upload',
  'content-delivery imports.upload',
  'admin admin.updateProjectSettings',
]);

/** How much a sender may send to a route: the large limits are for who has signed in, where entries are saved. */
export const allowanceOf = (
  sender: Sender,
  { info = {}, handler }: Route,
  { entryBytes, fileBytes }: RequestBodiesConfig,
): Allowance => {
  if (sender === 'anonymous') {
    const bytes = Math.min(ANONYMOUS_BYTES, entryBytes);
    return { jsonBytes: bytes, formBytes: bytes, fileBytes: 0 };
  }
  const isSaving = info.apiName !== undefined || SAVING.has(info.pluginName ?? '');
  // What routes of a project's own types take is known to the project alone.
  const takesFiles =
    info.apiName !== undefined || TAKING_FILES.has(`${info.pluginName ?? ''} ${String(handler)}`);
  const formBytes = Math.min(SETTINGS_BYTES, entryBytes);
  const longest = handler === UNSAVED_WORK ? Math.min(MAX_FORM_BYTES, entryBytes) : entryBytes;
  return {
    jsonBytes: isSaving ? longest : formBytes,
    formBytes,
    fileBytes: takesFiles ? fileBytes : 0,
  };
};
