'use strict';

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
  },
  mysql: { name: 'MariaDB', variable: 'TEST_MYSQL_URL', address: 'mysql://root@127.0.0.1:3306' },
  redis: { name: 'Redis', variable: 'TEST_REDIS_URL', address: 'redis://127.0.0.1:6379' },
};

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
      connectionTimeoutMillis: 10_000,
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
      connectTimeout: 10_000,
    });
    try {
      let rows = [];
      for (const sql of statements) [rows] = await connection.query(sql);
      return rows;
    } finally {
      await connection.end();
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
      socket: { reconnectStrategy: false, connectTimeout: 10_000 },
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.ping();
    } finally {
      client.destroy();
    }
  },
};

/** @throws Error that says which of these servers do not answer, and how to give other addresses */
const expectServers = async (kinds) => {
  const missing = [];
  for (const kind of kinds) {
    const { name, variable } = SERVERS[kind];
    const { host, port } = addressOf(kind);
    await ask[kind]().catch((error) => {
      const reason = error.message || error.code || String(error);
      missing.push(
        `  ${name} at ${host}:${port} (another address: ${variable}=${SERVERS[kind].address}): ${reason}`,
      );
    });
  }
  if (missing.length > 0)
    throw new Error(`These tests need servers that do not answer:\n${missing.join('\n')}`);
};

module.exports = { addressOf, urlOf, run, expectServers };
