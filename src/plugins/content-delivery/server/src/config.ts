/** The plugin's configuration, as `config/plugins.ts` fills it from the environment. */
export interface PluginConfig {
  /** The public address of this server, without a slash at the end: `https://cms.example.com`. */
  publicUrl: string;
  /** The `Cache-Control` of every 200 and 304. */
  cacheControl: string;
}

export default {
  default: {
    publicUrl: '',
    cacheControl: 'public, max-age=0, must-revalidate',
  } satisfies PluginConfig,

  validator({ publicUrl, cacheControl }: Partial<PluginConfig>): void {
    if (publicUrl && !/^https?:\/\/[^\s/]/i.test(publicUrl)) {
      throw new Error(`PUBLIC_URL must start with http:// or https://, such as https://cms.example.com.`);
    }
    if (!cacheControl) throw new Error('DELIVERY_CACHE_CONTROL must not be empty.');
  },
};

/** The address that uploads are delivered under; derived from host and port where none is configured. */
export const publicUrlOf = (configured: string, host: string, port: number): string => {
  if (configured) return configured.replace(/\/+$/, '');
  const everywhere = ['0.0.0.0', '::', ''].includes(host);
  const name = everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
};
