/** Several servers are started at a time, on machines that may have two cores. */
jest.setTimeout(300_000);
