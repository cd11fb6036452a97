/** The server beside delivery workers: all of Strapi, behind a private socket. Started by primary.ts. */
import { chmod, rm } from 'node:fs/promises';
import '../../../src/settings/supported-node';
import { believePeers } from '../../../src/plugins/content-delivery/server/src/operation/workers/client-address';
import { serve } from '../../shared/serve';
import { attach } from './attach';
import { SOCKET } from './names';

const socket = process.env[SOCKET] ?? '';
let attached: ReturnType<typeof attach>;

void serve({
  created(strapi) {
    attached = attach(strapi);
  },
  async prepare(strapi) {
    strapi.config.set('server.socket', socket);
    believePeers(strapi.server.httpServer);
    // Of one that was killed.
    await rm(socket, { force: true });
  },
  async serving() {
    await chmod(socket, 0o600);
    attached.takeSignals();
    await attached.primary.ask('ready', null);
  },
});
