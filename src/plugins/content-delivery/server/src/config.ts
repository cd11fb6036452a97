/** The plugin's configuration, as `config/plugins.ts` fills it from the environment. */
export interface PluginConfig {
  /** The public address of this server, without a slash at the end: `https://cms.example.com`. */
  publicUrl: string;
  /** The `Cache-Control` of every 200 and 304. */
  cacheControl: string;
  /** How many megabytes of finished bytes are kept in memory; 0 keeps none. */
  cacheMegabytes: number;
  /** Seconds for which finished bytes are served while the database is out of reach; 0 serves none. */
  staleSeconds: number;
  /** The share of the fast lane's requests that the log tells of, from 0 to 1. */
  logSample: number;
  /** What whoever reads the metrics has to present; empty for nothing. */
  metricsToken: string;
  /** Where the metrics have a port of their own; 0 for none. */
  metricsPort: number;
  metricsHost: string;
  /** Seconds after a signal for which the server goes on as before, so that load balancers notice. */
  shutdownDelaySeconds: number;
  /** Seconds after a signal, the delay included, within which requests are answered; what is left is cut. */
  shutdownSeconds: number;
}

export default {
  default: {
    publicUrl: '',
    cacheControl: 'public, max-age=0, must-revalidate',
    cacheMegabytes: 256,
    staleSeconds: 600,
    logSample: 0,
    metricsToken: '',
    metricsPort: 0,
    metricsHost: '127.0.0.1',
    shutdownDelaySeconds: 0,
    shutdownSeconds: 30,
  } satisfies PluginConfig,

  validator(config: PluginConfig): void {
    const { publicUrl, cacheControl, cacheMegabytes, staleSeconds } = config;
    if (publicUrl && !/^https?:\/\/[^\s/]/i.test(publicUrl)) {
      throw new Error('PUBLIC_URL must start with http:// or https://, such as https://cms.example.com.');
    }
    if (!cacheControl) throw new Error('DELIVERY_CACHE_CONTROL must not be empty.');
    if (!(cacheMegabytes >= 0)) throw new Error('DELIVERY_CACHE_MB must be a number of megabytes, or 0.');
    if (!(staleSeconds >= 0)) throw new Error('DELIVERY_STALE_SECONDS must be a number of seconds, or 0.');
    refuseBadOperation(config);
  },
};

const refuseBadOperation = (config: PluginConfig): void => {
  const { logSample, metricsToken, metricsPort, metricsHost, shutdownDelaySeconds, shutdownSeconds } = config;
  if (!(logSample >= 0 && logSample <= 1)) {
    throw new Error(
      'DELIVERY_LOG_SAMPLE must be a share from 0 to 1, such as 0.01 for one request in a hundred.',
    );
  }
  if (metricsToken !== '' && !/^[\x21-\x7e]{16,}$/.test(metricsToken)) {
    throw new Error(
      'METRICS_TOKEN must be 16 characters at least, of plain ASCII without spaces: "openssl rand -hex 24" makes one.',
    );
  }
  if (!(Number.isInteger(metricsPort) && metricsPort >= 0 && metricsPort <= 65_535)) {
    throw new Error('METRICS_PORT must be a port from 1 to 65535, or not be set.');
  }
  if (metricsHost === '') throw new Error('METRICS_HOST must be an address, such as 127.0.0.1 or 0.0.0.0.');
  if (!(shutdownSeconds > 0 && shutdownSeconds <= 86_400)) {
    throw new Error('SHUTDOWN_SECONDS must be a number of seconds above 0, and a day at most.');
  }
  if (!(shutdownDelaySeconds >= 0 && shutdownDelaySeconds < shutdownSeconds)) {
    throw new Error('SHUTDOWN_DELAY_SECONDS must be a number of seconds below SHUTDOWN_SECONDS, or 0.');
  }
};

/** The address that uploads are delivered under; derived from host and port where none is configured. */
export const publicUrlOf = (configured: string, host: string, port: number): string => {
  if (configured) return configured.replace(/\/+$/, '');
  const everywhere = ['0.0.0.0', '::', ''].includes(host);
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
};
