import request from 'supertest';
import { OPENAPI_PATH, openApiDocument } from '../../../src/plugins/content-delivery/contracts/openapi';
import { version } from '../../../package.json';
import { PUBLIC_URL } from '../../support/environment';
import { expectAnswer, expectError } from '../../support/requests';
import { withServer } from '../../support/with-server';

describe('GET /api/openapi.json', () => {
  const { server, api } = withServer();

  it('describes this server, without a key and to any origin', async () => {
    for (const headers of [{}, { Origin: 'https://front.example.com' }] as Record<string, string>[]) {
      const response = await api.get(OPENAPI_PATH, {}, headers);
      expectAnswer(response, JSON.parse(JSON.stringify(openApiDocument({ url: PUBLIC_URL, version }))));
      expect(response.headers).toMatchObject({ vary: 'Accept-Encoding' });
      expect(response.headers).not.toHaveProperty('set-cookie');
    }
  });

  it('is not sent again to who has it, in each encoding', async () => {
    const etags = new Set<string>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const headers = { 'Accept-Encoding': encoding };
      const first = await api.get(OPENAPI_PATH, {}, headers);
      const etag = first.headers['etag'] as string;
      etags.add(etag);
      expect(first.headers['content-encoding'] ?? 'identity').toBe(encoding);
      const again = await api.get(OPENAPI_PATH, {}, { ...headers, 'If-None-Match': etag });
      expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
      expect(again.headers).toMatchObject({
        etag,
        vary: 'Accept-Encoding',
        'access-control-allow-origin': '*',
      });
    }
    expect(etags.size).toBe(3);
  });

  it('is read with GET and HEAD only', async () => {
    const head = await api.head(OPENAPI_PATH);
    expect({ status: head.status, text: head.text ?? '' }).toEqual({ status: 200, text: '' });
    const posted = await request(server.strapi.server.httpServer).post(OPENAPI_PATH).send({});
    expectError(posted, 405, 'MethodNotAllowedError');
    expect(posted.headers['allow']).toBe('GET, HEAD');
  });
});
