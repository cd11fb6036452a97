/** A delivery worker: answers the delivery routes, and hands all else to the server. Started by primary.ts. */
import type { Socket } from 'node:net';
import '../../../src/settings/supported-node';
import { serviceOf } from '../../../src/plugins/content-delivery/server/src/services';
import { register } from '../../shared/project';
import { serve } from '../../shared/serve';
import { attach } from './attach';
import { SOCKET, type Given } from './names';

let attached: ReturnType<typeof attach>;

void serve({
  serveAdminPanel: false,
  created(strapi) {
    strapi.config.set('server.isWorker', true);
    // Nor does it answer probes while it waits for the database.
    strapi.config.set('server.listens', false);
    attached = attach(strapi);
  },
  load: register,
  prepare: (strapi) => serviceOf(strapi, 'worker').prepare(process.env[SOCKET] ?? ''),
  async listen(strapi) {
    const { httpServer } = strapi.server;
    strapi.server.mount();
    process.on('message', ({ connection }: Given, socket?: Socket) => {
      if (connection === undefined) return;
      // It may be the last thing that it does for the first process, which may have gone.
      process.send?.({ connection }, () => undefined);
      if (!socket) return;
      // As Node's HTTP server has it: who has sent all may wait for the answer.
      socket.allowHalfOpen = true;
      httpServer.emit('connection', socket);
    });
    // From then on Node looks for clients that take too long.
    httpServer.emit('listening');
  },
  async serving() {
    attached.takeSignals();
    await attached.primary.ask('ready', null);
  },
});
