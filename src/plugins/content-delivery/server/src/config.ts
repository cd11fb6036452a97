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
}

export default {
  default: {
    publicUrl: '',
    cacheControl: 'public, max-age=0, must-revalidate',
    cacheMegabytes: 256,
    staleSeconds: 600,
  } satisfies PluginConfig,

  validator({ publicUrl, cacheControl, cacheMegabytes, staleSeconds }: PluginConfig): void {
    if (publicUrl && !/^https?:\/\/[^\s/]/i.test(publicUrl)) {
      throw new Error('PUBLIC_URL must start with http:// or https://, such as https://cms.example.com.');
    }
    if (!cacheControl) throw new Error('DELIVERY_CACHE_CONTROL must not be empty.');
    if (!(cacheMegabytes >= 0)) throw new Error('DELIVERY_CACHE_MB must be a number of megabytes, or 0.');
    if (!(staleSeconds >= 0)) throw new Error('DELIVERY_STALE_SECONDS must be a number of seconds, or 0.');
  },
};

/** The address that uploads are delivered under; derived from host and port where none is configured. */
export const publicUrlOf = (configured: string, host: string, port: number): string => {
  if (configured) return configured.replace(/\/+$/, '');
  const everywhere = ['0.0.0.0', '::', ''].includes(host);
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
};
