/** All was carried over; some of it, with remarks; nothing; it failed on the way, and goes on when it is run again; stopped. */
export const EXIT = { complete: 0, remarks: 1, nothingDone: 2, failed: 3, stopped: 130 } as const;
