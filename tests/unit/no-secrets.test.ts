import { readFileSync } from 'node:fs';
import path from 'node:path';
import { committedFiles, ROOT } from '../support/committed-files';

/** What is never committed, by its name. */
const NAMES = /(^|\/)\.env(?!\.example$)[^/]*$|\.(pem|key|p12|pfx|db|sqlite3?)$|(^|\/)id_(rsa|ed25519)$/;

/** What looks like a secret that works somewhere. Those of tests and examples say that they are none. */
const SECRETS = {
  'a private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  'an access key of a cloud': /\b(AKIA|ASIA)[A-Z0-9]{16}\b/,
  'a token of a code host': /\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bglpat-[\w-]{20,}/,
  'an API key as they are made here': /\bcdk_[A-Za-z0-9_-]{43}\b/,
  'a secret of a server':
    /\b(APP_KEYS|ADMIN_JWT_SECRET|API_TOKEN_SALT|TRANSFER_TOKEN_SALT|ENCRYPTION_KEY|METRICS_TOKEN)=["']?[A-Za-z0-9+/=,]{32,}/,
};

describe('the repository', () => {
  const names = committedFiles();

  it('has no file that is made to hold secrets or content', () => {
    expect(names.length).toBeGreaterThan(500);
    expect(names.filter((name) => NAMES.test(name))).toEqual([]);
  });

  it.each([
    ['a private key', ['-----BEGIN RSA PRIVATE', ' KEY-----']],
    ['an access key of a cloud', ['AKIA', 'ABCDEFGHIJKLMNOP']],
    ['a token of a code host', ['ghp', `_${'a1'.repeat(18)}`]],
    ['an API key as they are made here', ['cdk', `_${'a'.repeat(43)}`]],
    ['a secret of a server', ['ENCRYPTION_KEY', `=${'b'.repeat(44)}`]],
  ] as const)('would be told of %s', (what, parts) => {
    expect(SECRETS[what].test(`x ${parts.join('')} y`)).toBe(true);
  });

  it('has nothing that looks like a secret', () => {
    const found: string[] = [];
    for (const name of names) {
      const text = readFileSync(path.join(ROOT, name), 'latin1');
      for (const [what, pattern] of Object.entries(SECRETS)) {
        if (pattern.test(text)) found.push(`${name}: ${what}`);
      }
    }
    expect(found).toEqual([]);
  });
});
