// One test tells a whole story, and a busy machine is slow at it. Jest takes no timeout for one project.
jest.setTimeout(180_000);
