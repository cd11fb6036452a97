import { startEventReceiver } from '../../support/event-receiver';
import type { Cluster } from '../cluster';
import { isAboutSubject, type EventReceived, type History } from '../history';
import type { Random } from '../../support/random';
import type { Readers } from './readers';
import { subjectsOf } from './subjects';

interface Options {
  cluster: Cluster;
  history: History;
  random: Random;
  readers: Pick<Readers, 'read'>;
}

/** The receiver of all websites' webhooks; the path of the address is the website's name. */
export const startReceiver = async () => {
  const receiver = await startEventReceiver();
  return {
    urlOf: (website: string): string => new URL(`/${website}`, receiver.url).href,
    stop: receiver.stop,
    /** From here on it keeps what it receives, and reads what an event is about at once, at any instance. */
    follow({ cluster, history, random, readers }: Options): void {
      receiver.answerWith(({ path, headers, body }, response) => {
        const id = headers['webhook-id'] ?? '';
        const site = cluster.prepared.sites.find(({ name }) => path === `/${name}`);
        const event: EventReceived = {
          id,
          website: site?.name ?? path,
          type: body.type,
          entries: body.data.entries.flatMap((entry) => entry.id ?? []),
          at: performance.now(),
        };
        history.events.push(event);
        const up = cluster.up();
        if (site && up.length > 0) {
          const instance = random.pick(up);
          const about = Object.values(subjectsOf(site)).filter((subject) => isAboutSubject(subject, event));
          for (const target of new Set(about.map((subject) => subject.target)))
            void readers.read(instance, site, target, { event: id });
        }
        response.writeHead(204).end();
      });
    },
  };
};

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
