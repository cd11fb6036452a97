import { resumeClock, stopClockAt } from './clock';

/** Lets the server's clock stand still in each test of a file, each a day after the last: nothing counted before matters. */
export const withStoppedClock = (): void => {
  let day = 0;
  beforeEach(() => stopClockAt(new Date(Date.UTC(2031, 4, (day += 1), 12)).toISOString()));
  afterEach(resumeClock);
};

/** Lets the clock stand so many milliseconds later. */
export const passTime = (milliseconds: number): void =>
  stopClockAt(new Date(Date.now() + milliseconds).toISOString());
