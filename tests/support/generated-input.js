const fc = require('fast-check');

// The same generated input at every run, so that a run shows the change at hand and not luck. To look for
// what it misses, give another seed: FAST_CHECK_SEED=$RANDOM npx jest tests/unit
const seed = Number(process.env.FAST_CHECK_SEED ?? 20_260_901);
if (!Number.isSafeInteger(seed)) throw new Error('FAST_CHECK_SEED must be a whole number.');
fc.configureGlobal({ seed });
