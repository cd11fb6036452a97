import { createHash } from 'node:crypto';
import { Script } from 'node:vm';
import { fileText } from '../../support/committed-files';

const html = fileText('examples/plain/index.html');

describe('the plain example', () => {
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, source]) => source ?? '');

  it('lets no script run but its own: after a change to that, put the new hash into the policy', () => {
    expect(scripts).toHaveLength(1);
    const hash = createHash('sha256')
      .update(scripts[0] ?? '')
      .digest('base64');
    expect(/script-src ([^;]+);/.exec(html)?.[1]).toBe(`'sha256-${hash}'`);
  });

  it('has a script that can be read', () => {
    expect(() => new Script(scripts[0] ?? '')).not.toThrow();
  });

  it('takes nothing from elsewhere, and never reads text as markup', () => {
    expect(html).not.toMatch(/\ssrc=|<link|@import|url\(/);
    expect(html).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/);
  });
});
