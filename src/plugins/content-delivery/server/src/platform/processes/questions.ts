import type { Core } from '@strapi/strapi';
import type { Channel } from './channel';

/** A request to be counted for a limit. */
export interface Counted {
  name: string;
  quota: number;
  /** Seconds. */
  window: number;
  /** Whose: an address, a website, the hash of an account. */
  whose: string;
}

/** The state of a limit after a request was counted. */
export interface Count {
  isExceeded: boolean;
  remaining: number;
  /** Milliseconds until the window resets. */
  resetsIn: number;
}

/** prom-client's JSON of a metric. */
export interface MetricJson {
  name: string;
  type: unknown;
}

/** What the first process answers. */
export type PrimaryQuestions = {
  /** The asking process answers requests from now on. */
  ready(payload: null): void;
  /** Counts requests for all processes together. */
  count(requests: readonly Counted[]): Promise<Count[]>;
  /** Takes the asking server's figures, and gives those of all others: delivery workers, and processes that have ended. */
  figures(own: MetricJson[]): Promise<MetricJson[][]>;
};

/** What a server that it has started answers. */
export type ServerQuestions = {
  /** Is not ready any more, and closes each connection after its next answer. */
  retire(payload: null): void;
  /** Ends as after SIGTERM, within so many milliseconds; answered at once. */
  end(milliseconds: number): void;
  figures(payload: null): Promise<MetricJson[]>;
};

export type PrimaryChannel = Channel<PrimaryQuestions>;

const SETTING = 'server.primary';

/** How a server comes to the first process; undefined where it is the only one. */
export const primaryOf = (strapi: Core.Strapi): PrimaryChannel | undefined =>
  strapi.config.get<PrimaryChannel | undefined>(SETTING);

export const setPrimary = (strapi: Core.Strapi, channel: PrimaryChannel): void => {
  strapi.config.set(SETTING, channel);
};
