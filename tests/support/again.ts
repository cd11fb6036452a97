/** Attempts of one write beside others; far more than are ever needed. */
const ATTEMPTS = 100;

/**
 * Does what an editor is asked to do when another process was saving: on SQLite, and after a deadlock, one of two
 * writers is refused for no other reason.
 */
export const again = async <Result>(write: () => Promise<Result>): Promise<Result> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write();
    } catch (error) {
      if (attempt === ATTEMPTS || !/was saving at the same moment/.test(String(error))) throw error;
    }
  }
};
