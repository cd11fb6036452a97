import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { DELIVERY_PATHS } from '../../../../contracts/delivery';
import { OPENAPI_PATH } from '../../../../contracts/openapi';
import { apiPathOf } from '../../platform/canonical-path';
import { listenFirst, strapisListener } from '../../platform/patches/request-listener';

const OWN: ReadonlySet<string> = new Set([...Object.values(DELIVERY_PATHS), OPENAPI_PATH]);
const READY = '/_ready';

/**
 * Leaves the delivery routes to Strapi, and hands every other request on. To be called ahead of the fast lane, which then has this behind
 * it, and of what looks at requests. A process that is ending says so itself, so that balancers send it no more.
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
    if (OWN.has(path) || (path === READY && isEnding())) toStrapi(request, response);
    else handOn(request, response);
  });
};
