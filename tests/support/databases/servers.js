'use strict';

const { clearTimeout, setTimeout } = require('node:timers');
const { URL } = require('node:url');

/**
 * The servers that tests run against, each at an address that it chooses. What uses them fails without them: a
 * test that is left out says nothing.
 */
const SERVERS = {
  postgres: {
    name: 'PostgreSQL',
    variable: 'TEST_POSTGRES_URL',
    address: 'postgres://postgres@127.0.0.1:5432',
    packages: 'postgresql',
  },
  mysql: {
    name: 'MariaDB',
    variable: 'TEST_MYSQL_URL',
    address: 'mysql://root@127.0.0.1:3306',
    packages: 'mariadb-server',
  },
  redis: {
    name: 'Redis',
    variable: 'TEST_REDIS_URL',
    address: 'redis://127.0.0.1:6379',
    packages: 'redis-server',
  },
};

/** Milliseconds in which a server is reached, and in which it has carried out a statement on a busy machine. */
const CONNECT_TIME = 10_000;
const STATEMENT_TIME = 50_000;

const PORTS = { postgres: 5432, mysql: 3306, redis: 6379 };

/** The address of a server as a URL; its user may make and drop databases. */
const urlOf = (kind) => {
  const { variable, address } = SERVERS[kind];
  const text = process.env[variable] || address;
  if (!URL.canParse(text)) throw new Error(`${variable} must be an address such as ${address}.`);
  return new URL(text);
};

/** The same in parts, as the drivers take them. */
const addressOf = (kind) => {
  const url = urlOf(kind);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || PORTS[kind]),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
};

/** Runs statements on a server, one after the other, on one connection. Resolves with the rows of the last. */
const run = {
  async postgres(...statements) {
    const { Client } = require('pg');
    const client = new Client({
      ...addressOf('postgres'),
      database: 'postgres',
      connectionTimeoutMillis: CONNECT_TIME,
      query_timeout: STATEMENT_TIME,
    });
    await client.connect();
    try {
      let rows = [];
      for (const sql of statements) ({ rows } = await client.query(sql));
      return rows;
    } finally {
      await client.end();
    }
  },

  async mysql(...statements) {
    const { createConnection } = require('mysql2/promise');
    const connection = await createConnection({
      ...addressOf('mysql'),
      multipleStatements: true,
      connectTimeout: CONNECT_TIME,
    });
    try {
      let rows = [];
      for (const sql of statements) [rows] = await connection.query({ sql, timeout: STATEMENT_TIME });
      return rows;
    } finally {
      // It may be waiting for a statement still.
      connection.destroy();
    }
  },
};

const ask = {
  postgres: () => run.postgres('SELECT 1'),
  mysql: () => run.mysql('SELECT 1'),
  async redis() {
    const { createClient } = require('@redis/client');
    const client = createClient({
      url: urlOf('redis').href,
      socket: { reconnectStrategy: false, connectTimeout: CONNECT_TIME },
    });
    client.on('error', () => undefined);
    // The time above is for its connection only.
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      client.destroy();
    }, CONNECT_TIME);
    try {
      await client.connect();
      await client.ping();
      client.destroy();
    } catch (error) {
      throw isLate ? new Error(`no word within ${CONNECT_TIME / 1_000} s`) : error;
    } finally {
      clearTimeout(timer);
    }
  },
};

/** @throws Error that says of each of these servers that does not answer, in a line, how to get it or give its address */
const expectServers = async (kinds) => {
  const missing = [];
  for (const kind of kinds) {
    const { name, variable, address, packages } = SERVERS[kind];
    const { host, port } = addressOf(kind);
    await ask[kind]().catch((error) => {
      const reason = error.message || error.code || String(error);
      missing.push(
        `These tests need ${name}, which does not answer at ${host}:${port} (${reason}). Debian: apt-get install ${packages}; elsewhere: ${variable}=${address}`,
      );
    });
  }
  if (missing.length > 0) throw new Error(missing.join('\n'));
};

module.exports = { addressOf, urlOf, run, expectServers };
