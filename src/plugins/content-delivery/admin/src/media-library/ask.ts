import { CONFIRM_USES_HEADER, type FilesInUse } from '../../../contracts/media-library';

/** Shows the question; true when the user agrees. */
type Ask = (uses: FilesInUse) => Promise<boolean>;

/** Set while the dialog is there; without it, nothing is agreed to. */
let ask: Ask = () => Promise.resolve(false);
export const answerWith = (question: Ask): void => {
  ask = question;
};

/** Where the media library deletes and replaces files. */
const PATHS = /\/upload(\/|\?|$)/;

const usesIn = async (response: Response): Promise<FilesInUse | null> => {
  if (response.status !== 409) return null;
  try {
    const { error } = (await response.clone().json()) as { error?: { details?: Partial<FilesInUse> } };
    return error?.details?.code === 'files-in-use' ? (error.details as FilesInUse) : null;
  } catch {
    return null;
  }
};

/**
 * Asks before files that are used are deleted or replaced: the server refuses it with their uses, and does it when
 * the request comes again and names them. Strapi's media library has no place for a question of others in its dialogs,
 * and its several ways of deleting have nothing in common but `fetch`.
 */
export const askBeforeUsedFilesChange = (): void => {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    let response = await send(input, init);
    if (typeof input !== 'string' || !PATHS.test(input)) return response;
    // Asked again when something else uses the files by then.
    for (let uses = await usesIn(response); uses; uses = await usesIn(response)) {
      if (!(await ask(uses))) return response;
      const headers = new Headers(init?.headers);
      headers.set(CONFIRM_USES_HEADER, uses.confirm);
      response = await send(input, { ...init, headers });
    }
    return response;
  };
};
