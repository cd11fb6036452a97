import { json, raw, startBadServer, type BadServer } from '../../../client/tests/support/bad-server';
import { checkConnection } from '../../../examples/nextjs/lib/check-connection';
import { checkSettings, site } from '../../../examples/nextjs/lib/settings';
import { until } from '../../support/until';

jest.mock('content-delivery-client', () => jest.requireActual<object>('../../../client/src'), {
  virtual: true,
});

const WEBSITE = {
  name: 'Tea',
  url: 'https://www.example.com/',
  language: 'de',
  description: null,
  image: null,
};
const DOWN = raw('', 503);

describe('the address of the Next.js example', () => {
  const before = { ...process.env };
  let server: BadServer;
  let warned: jest.SpyInstance;
  let failed: jest.SpyInstance;

  beforeAll(async () => {
    server = await startBadServer();
  });
  afterAll(() => server.close());
  beforeEach(() => {
    Object.assign(process.env, {
      NODE_ENV: 'production',
      CONTENT_API_URL: server.baseUrl,
      CONTENT_API_KEY: 'key',
      SITE_URL: '',
      SITE_NAME: '',
      SITE_DESCRIPTION: '',
      SITE_LANGUAGE: '',
    });
    warned = jest.spyOn(console, 'warn').mockImplementation();
    failed = jest.spyOn(console, 'error').mockImplementation();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.env = { ...before };
  });

  it('is that of the content server', async () => {
    server.answer(json(WEBSITE));
    checkSettings();
    await checkConnection();
    expect(site()).toEqual({
      name: 'Tea',
      description: '',
      language: 'de',
      url: 'https://www.example.com',
    });
    expect(warned).not.toHaveBeenCalled();
  });

  it('is never made up while the content server is down, and is there soon after it is back', async () => {
    server.answer(DOWN);
    checkSettings();
    await checkConnection();
    expect(() => site()).toThrow('The address of this website is not known');
    server.answer(json({ error: { message: 'This API key is not known.' } }, 401));
    await until('a word of the key', () => failed.mock.calls.length > 0);
    const asked = server.requests.length;
    await until('another attempt', () => server.requests.length > asked);
    server.answer(json(WEBSITE));
    await until('the address', () => {
      try {
        return site().url === 'https://www.example.com';
      } catch {
        return false;
      }
    });
    expect(failed).toHaveBeenCalledTimes(1);
  });

  it('needs no content server where it is set', async () => {
    process.env['SITE_URL'] = 'https://own.example.com';
    expect(site().url).toBe('https://own.example.com');
  });

  it('is missed aloud where nobody has set one', async () => {
    server.answer(json({ ...WEBSITE, url: null }));
    await checkConnection();
    expect(site().url).toBe('http://localhost:3000');
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('This website has no address'));
  });

  it.each([
    ['a build', { NEXT_PHASE: 'phase-production-build' }],
    ['development', { NODE_ENV: 'development' }],
  ])('is not needed for %s', (_what, environment) => {
    Object.assign(process.env, environment);
    expect(site().url).toBe('http://localhost:3000');
  });
});
