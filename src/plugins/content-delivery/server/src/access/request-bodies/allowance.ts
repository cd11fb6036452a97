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

/** The plugins whose routes save entries and take files; so do routes of a project's own content types. */
const SAVING: ReadonlySet<string> = new Set(['content-manager', 'content-delivery', 'upload']);
/** The logos of the admin panel. */
const LOGOS = 'admin.updateProjectSettings';

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
  const formBytes = Math.min(SETTINGS_BYTES, entryBytes);
  return {
    jsonBytes: isSaving ? entryBytes : formBytes,
    formBytes,
    fileBytes: isSaving || handler === LOGOS ? fileBytes : 0,
  };
};
