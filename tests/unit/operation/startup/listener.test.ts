import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import {
  endUnlessListening,
  whyNotListening,
} from '../../../../src/plugins/content-delivery/server/src/operation/startup/listener';

const PLACE = { host: '203.0.113.77', port: 80, hostVariable: 'HOST', portVariable: 'PORT' };
const failure = (code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`listen ${code}: it failed`), { code });

describe('why nothing listens', () => {
  it.each([
    ['EADDRINUSE', /^Something listens at 203\.0\.113\.77, port 80 \(HOST, PORT\) already: .* set PORT /],
    [
      'EACCES',
      /^This user may not open 203\.0\.113\.77, port 80 \(HOST, PORT\): set PORT to a port from 1024 on/,
    ],
    ['EADDRNOTAVAIL', /^HOST is 203\.0\.113\.77, which is no address of this machine \(EADDRNOTAVAIL\)/],
    ['EAFNOSUPPORT', /^HOST is 203\.0\.113\.77, which is no address of this machine \(EAFNOSUPPORT\)/],
    ['ENOTFOUND', /^HOST is 203\.0\.113\.77, a name for which no address was found \(ENOTFOUND\)/],
    ['EAI_AGAIN', /^HOST is 203\.0\.113\.77, a name for which no address was found \(EAI_AGAIN\)/],
    ['EMFILE', /^Nothing can listen at 203\.0\.113\.77, port 80 \(HOST, PORT\): listen EMFILE: it failed\.$/],
  ])('is said of %s by the names of the variables, in one line', (code, sentence) => {
    expect(whyNotListening(PLACE, failure(code))).toMatch(sentence);
    expect(whyNotListening(PLACE, failure(code))).not.toContain('\n');
  });

  it('is not that a port is low where it is not', () => {
    expect(whyNotListening({ ...PLACE, port: 8080 }, failure('EACCES'))).toMatch(
      /: listen EACCES: it failed\.$/,
    );
  });
});

describe('a server that cannot listen', () => {
  /** A server of HTTP with a listener that Strapi would have, and what it is ended with. */
  const serverOf = () => {
    const httpServer: Server = createServer();
    const said: string[] = [];
    httpServer.on('error', () => said.push('Strapi’s own'));
    const strapi = {
      server: { httpServer },
      config: { get: (name: string) => (name === 'server.host' ? '203.0.113.77' : 80) },
      stopWithError: (message: string) => said.push(message),
    };
    endUnlessListening(strapi as never);
    return { httpServer, said };
  };

  it('is ended whatever the error is, before Strapi speaks of it', () => {
    const { httpServer, said } = serverOf();
    httpServer.emit('error', failure('EPERM'));
    expect(said).toEqual([expect.stringContaining('(HOST, PORT): listen EPERM'), 'Strapi’s own']);
  });

  it('is not ended by what goes wrong once it listens', async () => {
    const { httpServer, said } = serverOf();
    httpServer.listen(0, '127.0.0.1');
    await once(httpServer, 'listening');
    try {
      httpServer.emit('error', failure('EMFILE'));
      expect(said).toEqual(['Strapi’s own']);
    } finally {
      httpServer.close();
    }
  });
});
