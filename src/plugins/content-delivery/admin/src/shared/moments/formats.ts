/** How moments are written: with 24 hours, as zones and schedules are. For `Intl.DateTimeFormat`. */
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY = { day: 'numeric', month: 'short' } as const;

export const timeOfDay = TIME;
export const day = { ...DAY, year: 'numeric' } as const;

/** For tables and lists, where the reader is; the year only where it is another one. */
export const short = (moment: Date, now: Date) =>
  ({ ...(moment.getFullYear() === now.getFullYear() ? DAY : day), ...TIME }) as const;

/** To the second, where two moments may be close. */
export const exact = { ...day, ...TIME, second: '2-digit' } as const;

/** With its time zone, as everybody who reads it may be elsewhere. */
export const withZone = { weekday: 'short', ...day, ...TIME, timeZoneName: 'short' } as const;
