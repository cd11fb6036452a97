import type { Core } from '@strapi/strapi';
import { answerOneAtATime } from './delivery/http/one-at-a-time';
import { explainUnreadableRequests } from './delivery/http/unreadable-requests';
import { endUnlessListening } from './operation/startup/listener';

/** What holds for whatever listens to clients. */
export const prepareListener = (strapi: Core.Strapi): void => {
  const { httpServer } = strapi.server;
  explainUnreadableRequests(httpServer);
  answerOneAtATime(httpServer);
  // A client that stops reading is dropped after the maximum request duration; Node would wait forever.
  httpServer.timeout = httpServer.requestTimeout;
  endUnlessListening(strapi);
};
