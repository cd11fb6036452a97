import { Writable } from 'node:stream';
import { createLogger, winston } from '@strapi/logger';
import { env } from '@strapi/utils';
import fc from 'fast-check';
import { projectsStrapi } from '../../../../commands/shared/project-strapi';
import loggerConfiguration from '../../../../config/logger';
import { jsonLines } from '../../../../src/settings/logging/json-lines';
import { logFormatOf } from '../../../../src/settings/logging/log-format';
import { logLevelOf } from '../../../../src/settings/logging/log-level';
import { restoresEnvironment } from '../../../support/restored-environment';

// Nothing is started here.
jest.mock('@strapi/strapi', () => ({ createStrapi: () => ({ config: { set: () => undefined } }) }));

type Env = Parameters<typeof logFormatOf>[0];

const createJsonLog = () => {
  const written: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk));
      done();
    },
  });
  const log = winston.createLogger({
    format: jsonLines(),
    transports: [new winston.transports.Stream({ stream })],
  });
  const only = (): Record<string, unknown> => {
    expect(written).toHaveLength(1);
    const [line = ''] = written;
    expect(line.endsWith('\n')).toBe(true);
    expect(line.trimEnd()).not.toContain('\n');
    return JSON.parse(line) as Record<string, unknown>;
  };
  return { log, only };
};

describe('a line of the log as JSON', () => {
  it('has time, level, message and fields', () => {
    const { log, only } = createJsonLog();
    log.info('Done', { count: 3, website: 'one' });
    expect(only()).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      level: 'info',
      message: 'Done',
      count: 3,
      website: 'one',
    });
  });

  it('has the stack of an error, and not what a library hung on it', () => {
    const { log, only } = createJsonLog();
    log.error(Object.assign(new TypeError('Broken'), { code: 'E1', sql: 'select', bindings: ['secret'] }));
    expect(only()).toEqual({
      time: expect.any(String) as string,
      level: 'error',
      message: 'Broken',
      name: 'TypeError',
      code: 'E1',
      stack: expect.stringContaining('Broken') as string,
    });
  });

  it('has no colours in its message', () => {
    const { log, only } = createJsonLog();
    log.warn('\u001b[33mYellow\u001b[39m');
    expect(only()['message']).toBe('Yellow');
  });

  it('is one line of JSON, whatever is logged', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.object({ withBigInt: true, withDate: true, withMap: true }),
        (text, fields) => {
          const { log, only } = createJsonLog();
          log.info(text, { fields });
          expect(only()['level']).toBe('info');
        },
      ),
    );
    const { log, only } = createJsonLog();
    const circle: Record<string, unknown> = { error: new Error('inside') };
    circle['self'] = circle;
    log.info('A circle', { circle });
    expect(only()).toMatchObject({
      circle: { self: '[seen above]', error: expect.stringContaining('inside') as string },
    });
  });
});

describe.each(['json', 'text'])('an error in the log (%s)', (format) => {
  restoresEnvironment();

  /** What the log has of an error at a level. */
  const written = (error: Error, level: string): string => {
    Object.assign(process.env, { LOG_FORMAT: format, LOG_LEVEL: level });
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    createLogger({
      ...loggerConfiguration({ env } as never),
      transports: [new winston.transports.Stream({ stream })],
    }).error(error);
    return lines.join('');
  };
  const secret = 'short-key-1';
  const thrownBy = (read: () => unknown): Error => {
    try {
      read();
    } catch (error) {
      return error as Error;
    }
    throw new Error('Nothing was thrown.');
  };

  it.each([
    [
      'a body',
      400,
      () =>
        Object.assign(
          thrownBy(() => JSON.parse(`{"a":\n    at ${secret}}`)),
          { status: 400 },
        ),
    ],
    ['a header', 415, () => Object.assign(new Error(secret), { status: 415 })],
    ['an address', 403, () => Object.assign(new Error(secret), { status: 403, expose: true })],
  ])('about %s is told at debug, without what was sent', (_what, status, error) => {
    expect(written(error(), 'http')).toBe('');
    const told = written(error(), 'debug');
    expect(told).toMatch(new RegExp(`A request was refused: ${status} \\(\\w*Error\\)`));
    expect(told).not.toContain('short-key');
  });

  it.each([
    ['of the server', {}],
    ['of the server with a status', { status: 500, expose: false }],
    ['of a service that it calls', { status: 403 }],
  ])('%s is told as it is', (_whose, fields) => {
    const told = written(Object.assign(new Error('Out of order'), fields), 'error');
    expect(told).toContain('error');
    expect(told).toContain('Out of order');
    expect(told).toContain('log-lines.test');
  });
});

describe('the format of the log', () => {
  const format = (variables: Record<string, string>) =>
    logFormatOf(((name: string, fallback?: string) => variables[name] ?? fallback) as unknown as Env);

  it('is JSON in production, words elsewhere, and what LOG_FORMAT says', () => {
    expect(format({ NODE_ENV: 'production' })).toBe('json');
    expect(format({ NODE_ENV: 'development' })).toBe('text');
    expect(format({})).toBe('text');
    expect(format({ NODE_ENV: 'production', LOG_FORMAT: 'text' })).toBe('text');
    expect(format({ NODE_ENV: 'development', LOG_FORMAT: 'json' })).toBe('json');
    expect(format({ NODE_ENV: 'production', LOG_FORMAT: '' })).toBe('json');
  });

  it('is nothing else', () => {
    expect(() => format({ LOG_FORMAT: 'xml' })).toThrow('LOG_FORMAT is "xml"; it must be one of json, text.');
  });
});

describe('the level of the log', () => {
  const level = (text: string | undefined) =>
    logLevelOf(((_name: string, fallback: string) => text ?? fallback) as unknown as Env);

  it.each(['error', 'warn', 'info', 'http', 'debug'])('is %s where LOG_LEVEL says so', (text) => {
    expect(level(text)).toBe(text);
    expect(level(` ${text} `)).toBe(text);
  });

  it.each([undefined, '', ' '])('is http where it says nothing: %j', (text) => {
    expect(level(text)).toBe('http');
  });

  it.each(['warning', 'silly', 'verbose', 'WARN', 'toString', '2'])('is not %s', (text) => {
    expect(() => level(text)).toThrow(
      `LOG_LEVEL is "${text}"; it must be one of error, warn, info, http, debug.`,
    );
  });

  describe('as it stands in the environment', () => {
    restoresEnvironment();

    it('is that of the server', () => {
      process.env['LOG_LEVEL'] = '';
      expect(loggerConfiguration({ env } as never).level).toBe('http');
      process.env['LOG_LEVEL'] = 'warning';
      expect(() => loggerConfiguration({ env } as never)).toThrow('LOG_LEVEL');
    });

    it('is in words for a command, also in production', async () => {
      process.env['NODE_ENV'] = 'production';
      Reflect.deleteProperty(process.env, 'LOG_FORMAT');
      await projectsStrapi();
      expect(logFormatOf(env)).toBe('text');
    });

    it.each([
      [undefined, 'warn'],
      ['', 'warn'],
      ['debug', 'debug'],
    ])('is warn for a command, unless it is said: %j', async (text, expected) => {
      if (text === undefined) Reflect.deleteProperty(process.env, 'LOG_LEVEL');
      else process.env['LOG_LEVEL'] = text;
      await projectsStrapi();
      expect(loggerConfiguration({ env } as never).level).toBe(expected);
    });
  });
});
