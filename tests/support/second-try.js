// In lanes of several processes and of browsers (scripts/test-full.mjs): what passes at the second try is listed as unsteady.
if (process.env.TEST_SECOND_TRY) jest.retryTimes(1, { logErrorsBeforeRetry: true });
