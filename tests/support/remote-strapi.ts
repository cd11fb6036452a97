import type { Core } from '@strapi/strapi';
import type { RemoteCall, ServerProcess } from './server-process';

/** What of a Strapi in another process can be called from here. */
export type RemoteStrapi = Pick<Core.Strapi, 'documents' | 'service' | 'contentType'> & {
  db: Pick<Core.Strapi['db'], 'query'>;
  /** Changes columns past rules and lifecycles. */
  patchRows(uid: string, where: object, data: object): Promise<void>;
};

/** The document service, the database layer and the services of a server process, as if they were here. */
export const remoteStrapi = ({ run, contentTypes }: ServerProcess): RemoteStrapi => {
  const on = (target: RemoteCall['target']) => (uid: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method: string) =>
          async (...parameters: unknown[]) =>
            (await run([{ target, uid, method, parameters }]))[0],
      },
    );
  return {
    documents: on('documents'),
    service: on('service'),
    contentType: (uid: string) => contentTypes[uid],
    db: { query: on('query') },
    async patchRows(uid: string, where: object, data: object) {
      await run([{ target: 'rows', uid, method: 'patch', parameters: [where, data] }]);
    },
  } as unknown as RemoteStrapi;
};
