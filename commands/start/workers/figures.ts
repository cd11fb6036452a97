import type { MetricJson } from '../../../src/plugins/content-delivery/server/src/platform/processes/questions';
import type { Keeper } from './keeper';

/** Milliseconds in which a process has to say its figures; else those that it said last are taken. */
const PATIENCE = 2_000;

const GROWING: ReadonlySet<unknown> = new Set(['counter', 'histogram']);

/** Figures of several processes: what has been counted stays counted when one of them has ended. */
export const createFigures = () => {
  /** What each process that runs said last, by its place. */
  const last = new Map<string, MetricJson[]>();
  let ofEnded: MetricJson[] = [];
  /** Those of processes that end at the same moment are added one after the other. */
  let adding: Promise<void> = Promise.resolve();

  const add = async (figures: MetricJson[]): Promise<void> => {
    if (ofEnded.length === 0) {
      ofEnded = figures;
      return;
    }
    const { AggregatorRegistry } = await import('prom-client');
    ofEnded = (await AggregatorRegistry.aggregate([ofEnded, figures]).getMetricsAsJSON()) as MetricJson[];
  };

  const ask = async (place: string, keeper: Keeper): Promise<void> => {
    const channel = keeper.channel();
    if (!channel) return;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, PATIENCE, null);
    });
    const figures = await Promise.race([channel.ask('figures', null), late]).catch(() => null);
    clearTimeout(timer);
    // It may have ended meanwhile, and another one be there.
    if (figures && keeper.channel() === channel) last.set(place, figures);
  };

  return {
    set: (place: string, figures: MetricJson[]): void => void last.set(place, figures),

    /** Of all those, and of all processes that have ended. */
    async read(workers: ReadonlyMap<string, Keeper>): Promise<MetricJson[][]> {
      await Promise.all([...workers].map(([place, keeper]) => ask(place, keeper)));
      return [...[...workers.keys()].flatMap((place) => [last.get(place) ?? []]), ofEnded];
    },

    /** Counts what a process had said to those that have ended. */
    ended(place: string): Promise<void> {
      const figures = last.get(place)?.filter(({ type }) => GROWING.has(type));
      last.delete(place);
      if (figures) adding = adding.then(() => add(figures));
      return adding;
    },
  };
};
