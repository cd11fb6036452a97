import fc from 'fast-check';
import { createMetricsAccess } from '../../../../src/plugins/content-delivery/server/src/operation/metrics/access';

const TOKEN = 'a-token-of-the-tests';

describe('access to the metrics', () => {
  const mayRead = createMetricsAccess(TOKEN);

  it('is given with the token, however the scheme is written', () => {
    for (const given of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`, `BEARER  ${TOKEN}`]) {
      expect(mayRead(given)).toBe(true);
    }
  });

  it('is given with nothing else', () => {
    for (const given of [
      undefined,
      '',
      TOKEN,
      'Bearer',
      `Basic ${TOKEN}`,
      `Bearer ${TOKEN} `,
      `x Bearer ${TOKEN}`,
    ]) {
      expect(mayRead(given)).toBe(false);
    }
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(text.trim() !== TOKEN);
        expect(mayRead(`Bearer ${text}`)).toBe(false);
      }),
    );
  });

  it('needs nothing where there is no token', () => {
    expect(createMetricsAccess('')(undefined)).toBe(true);
  });
});
