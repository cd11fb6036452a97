import configuration from '../../config/plugins';
import type { PluginConfig } from '../../src/plugins/content-delivery/server/src/config';

const env = (_name: string, usual: string) => usual;

/** The plugin's configuration where no variable is set. */
export const USUAL_CONFIG = (configuration({ env } as never)['content-delivery'] as { config: PluginConfig })
  .config;
