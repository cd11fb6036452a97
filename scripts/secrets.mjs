// @ts-check
import '../src/settings/supported-node.js';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'dotenv';

/**
 * Writes a .env file with fresh secrets, from .env.example. In a file that is there already only what is
 * empty is filled in: nothing is ever replaced, as API keys could no longer be read then.
 */
const root = path.resolve(import.meta.dirname, '..');
const file = path.join(root, '.env');
const onlyWhenAbsent = process.argv.includes('--if-absent');

const secret = () => randomBytes(32).toString('base64');
const makers = {
  APP_KEYS: () => [secret(), secret()].join(','),
  ADMIN_JWT_SECRET: secret,
  API_TOKEN_SALT: secret,
  TRANSFER_TOKEN_SALT: secret,
  ENCRYPTION_KEY: secret,
};

if (onlyWhenAbsent && existsSync(file)) process.exit(0);

const before = readFileSync(existsSync(file) ? file : path.join(root, '.env.example'), 'utf8');
const given = parse(before);
/** @type {string[]} */
const made = [];
let text = before;
for (const [name, make] of Object.entries(makers)) {
  if (given[name] || process.env[name]) continue;
  const line = `${name}=${make()}`;
  const empty = new RegExp(`^${name}=.*$`, 'm');
  text = empty.test(text) ? text.replace(empty, () => line) : `${text.replace(/\n?$/, '\n')}${line}\n`;
  made.push(name);
}
if (made.length > 0 || !existsSync(file)) {
  writeFileSync(file, text, { mode: 0o600 });
  // A copy of the example is for everybody to read. One of root's may be given to the server's group.
  const { mode, uid } = statSync(file);
  chmodSync(file, mode & (uid === 0 ? 0o740 : 0o700));
}
console.log(
  made.length > 0
    ? `.env: made ${made.join(', ')}. Keep a copy of ENCRYPTION_KEY: without it the API keys are lost.`
    : '.env: nothing was missing.',
);
