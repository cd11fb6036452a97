import { resumeClock, stopClockAt } from './clock';

/** Stops the server's clock in each test of a file, each a day after the last: nothing counted before matters. */
export const withStoppedClock = (): void => {
  let day = 0;
  beforeEach(() => stopClockAt(new Date(Date.UTC(2031, 4, (day += 1), 12)).toISOString()));
  afterEach(resumeClock);
};

/** Moves the stopped clock by so many milliseconds. */
export const passTime = (milliseconds: number): void =>
  stopClockAt(new Date(Date.now() + milliseconds).toISOString());
