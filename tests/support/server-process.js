'use strict';

/** A second server on the database that the environment names. It does what its parent process asks for. */
const path = require('node:path');
const { createStrapi } = require('@strapi/strapi');

const ROOT = path.resolve(path.dirname(module.filename), '..', '..');

const run = async (strapi, calls) => {
  const results = [];
  for (const { uid, method, parameters } of calls) {
    results.push(await strapi.documents(uid)[method](parameters));
  }
  return results;
};

const start = async () => {
  const strapi = createStrapi({
    appDir: ROOT,
    distDir: path.join(ROOT, 'dist'),
    autoReload: false,
    serveAdminPanel: false,
  });
  await strapi.load();
  strapi.server.mount();
  const { httpServer } = strapi.server;
  await new Promise((done) => httpServer.listen(0, '127.0.0.1', done));

  process.on('message', ({ id, calls }) => {
    strapi.db
      .transaction(() => run(strapi, calls))
      .then(
        (results) => process.send({ id, results }),
        (error) => process.send({ id, error: error.message }),
      );
  });
  process.on('disconnect', () => process.exit(0));
  process.send({ port: httpServer.address().port });
};

start().catch((error) => {
  console.error(error);
  process.exit(1);
});
