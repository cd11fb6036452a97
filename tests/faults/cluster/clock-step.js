'use strict';

/**
 * Loaded into a server before everything else (`node --require`): the wall clock is ahead by as many milliseconds as the file
 * says that CLOCK_STEP_FILE names; less than nothing is behind. Timers and `performance.now()` go on as they do when a
 * machine's clock is set.
 */
const { readFileSync } = require('node:fs');
const { setInterval } = require('node:timers');

const file = process.env.CLOCK_STEP_FILE;
let ahead = 0;

const read = () => {
  try {
    ahead = Number(readFileSync(file, 'utf8')) || 0;
  } catch {
    // It is being written.
  }
};

if (file) {
  const RealDate = Date;
  // Kept, as libraries put their own in its place.
  const realNow = RealDate.now;
  const now = () => realNow() + ahead;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, parameters, made) =>
      Reflect.construct(target, parameters.length === 0 ? [now()] : parameters, made),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  RealDate.prototype.constructor = globalThis.Date;
  read();
  setInterval(read, 50).unref();
}
