import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { apiPathOf } from '../../platform/canonical-path';
import { listenFirst, strapisListener } from '../../platform/patches/request-listener';
import { API_PATHS } from './public-api';

const HEALTH = '/_health';
const READY = '/_ready';

/**
 * Leaves the delivery routes to Strapi, and hands every other request on. To be called ahead of the fast lane, which then stands in front of
 * it, and of what looks at requests. That a process is there it says itself, also while the server is started again; and that it is
 * ending, so that balancers send it no more.
 */
export const divertRequests = (
  server: Server,
  isEnding: () => boolean,
  handOn: (request: IncomingMessage, response: ServerResponse) => void,
): void => {
  const toStrapi = strapisListener(server);
  listenFirst(server, (request, response) => {
    const { url = '' } = request;
    const mark = url.indexOf('?');
    const path = apiPathOf(mark === -1 ? url : url.slice(0, mark));
    const isOwn = API_PATHS.has(path) || path === HEALTH || (path === READY && isEnding());
    if (isOwn) toStrapi(request, response);
    else handOn(request, response);
  });
};
