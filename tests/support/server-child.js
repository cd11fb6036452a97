'use strict';

/**
 * A Strapi in a separate process, on the database that the environment names. It does what its parent process
 * asks for, and ends with it. Its argument, as JSON: whether it serves the admin panel, its public folder, and its port.
 */
const { once } = require('node:events');
const { createServer } = require('node:net');
const path = require('node:path');

const ROOT = path.resolve(path.dirname(module.filename), '..', '..');

/** What a call is made on. */
const targets = {
  documents: (strapi, uid) => strapi.documents(uid),
  query: (strapi, uid) => strapi.db.query(uid),
  rows: (strapi, uid) => ({
    patch: (where, data) => strapi.db.queryBuilder(uid).where(where).update(data).execute(),
  }),
  service: (strapi, uid) => strapi.service(uid),
};

const run = async (strapi, calls) => {
  const results = [];
  for (const { target, uid, method, parameters } of calls) {
    results.push(await targets[target](strapi, uid)[method](...parameters));
  }
  return results;
};

/** Content types as data: attributes and options. */
const describeContentTypes = (strapi) =>
  Object.fromEntries(
    Object.entries(strapi.contentTypes).map(([uid, { attributes, options }]) => [
      uid,
      JSON.parse(JSON.stringify({ attributes, options })),
    ]),
  );

const start = async () => {
  const { admin = false, publicFolder, port: wanted = 0 } = JSON.parse(process.argv[2] ?? '{}');

  // The address is part of the configuration, so a free port is held from before Strapi loads until it listens. One that
  // is asked for may have callers already; Strapi must be the first to take their calls.
  const holder = wanted === 0 ? createServer().listen(0, '127.0.0.1') : null;
  if (holder) await once(holder, 'listening');
  const port = holder ? holder.address().port : wanted;
  process.env.HOST = '127.0.0.1';
  process.env.PORT = String(port);
  if (admin) process.env.PUBLIC_URL = `http://127.0.0.1:${port}`;
  // Uploads go where they are removed with the test.
  if (publicFolder) process.env.PUBLIC_DIR = publicFolder;

  // As `npm start` does it.
  const { serve } = require(path.join(ROOT, 'dist', 'commands', 'shared', 'serve.js'));
  await serve({
    serveAdminPanel: admin,
    async prepare(strapi) {
      // How to begin is printed for people.
      strapi.config.set('server.logger.startup.enabled', false);
      if (!holder) return;
      holder.close();
      await once(holder, 'close');
    },
    serving: answer,
  });
};

const answer = (strapi) => {
  process.on('message', ({ id, calls }) => {
    // Services leave work behind, such as counting users, that a transaction would be over for.
    const isOneUnit = calls.every(({ target }) => target !== 'service');
    (isOneUnit ? strapi.db.transaction(() => run(strapi, calls)) : run(strapi, calls)).then(
      (results) => process.send({ id, results }),
      ({ name, message, details }) => process.send({ id, error: { name, message, details } }),
    );
  });
  process.on('disconnect', () => process.exit(0));
  process.send({ port: Number(process.env.PORT), contentTypes: describeContentTypes(strapi) });
};

start().catch((error) => {
  console.error(error);
  process.exit(1);
});
