import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Takes what readline would show of what is typed. */
const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

const askHidden = async (question: string): Promise<string> => {
  // Before anything is asked: the terminal itself would show what is typed until then.
  const lines = createInterface({ input: process.stdin, output: nowhere(), terminal: true });
  process.stderr.write(question);
  try {
    // Ctrl-C and Ctrl-D are no password.
    const gone = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    return await Promise.race([lines.question('').catch(() => ''), gone]);
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
};

const firstLine = async (): Promise<string> => {
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line;
    return '';
  } finally {
    lines.close();
  }
};

/**
 * A password, which is never shown.
 * @returns null where two were typed that differ, and an empty one where none was
 */
export const askForPassword = async (): Promise<string | null> => {
  if (!process.stdin.isTTY) return firstLine();
  const password = await askHidden('New password: ');
  return password === '' || password === (await askHidden('Once more: ')) ? password : null;
};
