/** What was last copied or cut, as JSON of the editor's document. */
interface Copied {
  id: string;
  json: unknown;
}

const KEY = 'content-delivery.copied';
/** In characters: beside it, the browser has to have room for unsaved work. */
const MAX_LENGTH = 1_500_000;

/** What the browser's storage has no room for can be pasted in this tab. */
let tooLong: Copied | null = null;

/**
 * Keeps what was copied for all tabs of this browser. The clipboard has its id only: another website could write any
 * HTML into it, and scripts would come into a post with what looks like a copy.
 */
export const keepCopied = (id: string, json: unknown): void => {
  tooLong = { id, json };
  try {
    window.localStorage.removeItem(KEY);
    const kept = JSON.stringify(tooLong);
    if (kept.length > MAX_LENGTH) return;
    window.localStorage.setItem(KEY, kept);
    tooLong = null;
  } catch {
    // No room, or no storage at all.
  }
};

/** @returns null for what was not copied here, or is not what was copied last */
export const findCopied = (id: string): unknown => {
  if (tooLong?.id === id) return tooLong.json;
  try {
    const kept = JSON.parse(window.localStorage.getItem(KEY) ?? 'null') as Copied | null;
    return kept?.id === id ? kept.json : null;
  } catch {
    return null;
  }
};

/** Nothing that was copied stays in the browser when its user has signed out. */
export const forgetCopied = (): void => {
  tooLong = null;
  try {
    window.localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept there.
  }
};
