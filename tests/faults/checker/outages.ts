const LOST = 'A connection to the database was lost';
const BACK = 'The database can be reached again';

/** The log of one process tells of each outage by one line, and by one of its end. Resolves with what is wrong with it. */
export const mistellingsIn = (log: string): string[] => {
  const told = log.split('\n').flatMap((line) => [LOST, BACK].filter((words) => line.includes(words)));
  return told.flatMap((words, place) => {
    const before = place === 0 ? BACK : told[place - 1];
    return words === before ? [`the log says again: ${words}`] : [];
  });
};
