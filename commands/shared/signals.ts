const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Hands Ctrl-C and its like to a command that has made a Strapi. Strapi's own answer, which is taken away, would
 * end the process in the middle of the work, and with the status of one that did all of it.
 */
export const takeSignals = (stop: () => void): void => {
  for (const signal of SIGNALS) {
    process.removeAllListeners(signal);
    process.on(signal, stop);
  }
};
