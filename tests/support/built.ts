import path from 'node:path';
import { requireOutside } from './outside';

/** The plugin's `server/src` as it is built. */
export const BUILT = path.resolve(__dirname, '../../dist/src/plugins/content-delivery/server/src');

/**
 * A module of the server as it runs, for what has to share its state: which transaction has touched what, above all. The
 * source of the same name would be a second copy, with a state of its own.
 * @param name its path below the plugin's `server/src`
 */
export const requireBuilt = <Module>(name: string): Module => requireOutside<Module>(path.join(BUILT, name));
