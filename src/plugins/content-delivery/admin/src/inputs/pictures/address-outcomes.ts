import type { LibraryFile } from './public-address';

/** What came of a picture that the server was to fetch; without a file, why it has none, as far as that is known. */
export interface AddressOutcome {
  address: string;
  file: LibraryFile | null;
  problem: string;
}

/**
 * Reads what Strapi's upload from addresses answers: server-sent events, of which `file:complete` and `file:error` end a file.
 * @param addresses those of the request; events name them by their place
 */
export const readOutcomes = (events: string, addresses: readonly string[]): AddressOutcome[] => {
  const outcomes = addresses.map((address): AddressOutcome => ({ address, file: null, problem: '' }));
  for (const event of events.split('\n\n')) {
    const [, name, json = ''] = /^event: (file:complete|file:error)\ndata: (.*)$/.exec(event.trim()) ?? [];
    const data = name ? dataOf(json) : null;
    const outcome = data && outcomes[data.index];
    if (!outcome) continue;
    if (name === 'file:error') outcome.problem = data.message ?? '';
    else outcome.file = data.file ?? null;
  }
  return outcomes;
};

const dataOf = (json: string): { index: number; file?: LibraryFile; message?: string } | null => {
  try {
    return JSON.parse(json) as ReturnType<typeof dataOf>;
  } catch {
    // Cut off with the connection.
    return null;
  }
};
