import {
  isAboutSubject,
  type EventReceived,
  type History,
  type Read,
  type Register,
  type Write,
} from '../history';

/** A write that is stored, and of which its website's webhook was not told, or told before it could be read. */
export interface Untold {
  write: Write;
  /** When an event about it came that led to older content; null when none came. */
  told: EventReceived | null;
}

const isAbout = ({ website, subject }: Register, event: EventReceived): boolean =>
  event.website === website &&
  (event.type === 'resync' || (subject !== undefined && isAboutSubject(subject, event)));

/**
 * Writes that changed what readers get, were acknowledged or seen, and have no event that came after their start and whose
 * receiver read them, or newer ones. A receiver that got no current answer has nothing to say.
 */
export const untoldWrites = ({ registers, writes, reads, events }: History): Untold[] => {
  const seen = new Set<string>();
  const readsOf = new Map<string, Read[]>();
  for (const read of reads) {
    for (const { register, number } of read.sightings) seen.add(`${register} ${number}`);
    if (read.event !== undefined) readsOf.set(read.event, [...(readsOf.get(read.event) ?? []), read]);
  }
  const isStored = ({ register, number, isValid, outcome }: Write): boolean =>
    isValid && (outcome === 'acknowledged' || (outcome === 'unknown' && seen.has(`${register} ${number}`)));

  const untold: Untold[] = [];
  for (const register of registers) {
    const { subject, name } = register;
    if (!subject) continue;
    const own = events.filter((event) => isAbout(register, event));
    /** Whether the receiver of an event can have got a write: it saw it, a later one, or that the entry is gone. */
    const hasRead = (event: EventReceived, number: number): boolean => {
      const made = (readsOf.get(event.id) ?? []).filter(({ target }) => target === subject.target);
      return !made.some(
        ({ status, isMarkedStale, sightings }) =>
          (status === 200 || status === 304) &&
          !isMarkedStale &&
          sightings.some((sighting) => sighting.register === name && sighting.number < number),
      );
    };
    for (const write of writes) {
      if (write.register !== name || !write.isShown || !isStored(write)) continue;
      const after = own.filter(({ at }) => at >= write.startedAt);
      if (!after.some((event) => hasRead(event, write.number)))
        untold.push({ write, told: after.at(-1) ?? null });
    }
  }
  return untold;
};

/** How many events came more than once. */
export const repeatedEvents = (events: readonly EventReceived[]): number =>
  events.length - new Set(events.map(({ id }) => id)).size;
