import request from 'supertest';
import { contentOf, type Content } from '../fixtures/content';
import { startServer, type TestServer } from '../support/strapi';

describe('the plugin is loaded', () => {
  let server: TestServer;
  let content: Content;

  beforeAll(async () => {
    server = await startServer();
    content = contentOf(server.strapi);
  });
  afterAll(() => server.stop());

  it('answers a published post', async () => {
    const website = await content.website();
    const post = await content.post(website.documentId, { content: '<p>Hello</p>' });
    const response = await request(server.strapi.server.httpServer)
      .get('/api/blog')
      .query({ apiKey: website.key, slug: post['slug'] as string });
    expect(response.status).toBe(200);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.body).toMatchObject({ slug: post['slug'], content: '<p>Hello</p>' });
  });
});
