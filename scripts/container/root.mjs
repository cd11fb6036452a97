// @ts-check
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readlinkSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What replaces the base image: the system of this machine, which cannot be changed from inside. */
const SYSTEM = ['/usr', '/bin', '/sbin', '/lib', '/lib64'];
const NODE = '/opt/node';
/** The user that the Node images come with. */
const NODE_USER = 1000;

/**
 * @typedef {object} RootOptions
 * @property {string} folder where it is made
 * @property {string} node a folder with Node's `bin`
 * @property {string} npmCache
 */

/**
 * @typedef {object} RunOptions
 * @property {string[]} command
 * @property {string} [cwd]
 * @property {string} [user] `root` or `node`
 * @property {Record<string, string>} [environment]
 * @property {boolean} [isReadOnly] the file system, as with `docker run --read-only --tmpfs /tmp`
 * @property {Record<string, string>} [volumes] folder in the root: folder of this machine
 */

/**
 * A separate root file system, in mount namespaces that end with what runs in them.
 * @param {RootOptions} options
 */
export const createRoot = ({ folder, node, npmCache }) => {
  const at = (/** @type {string} */ file) => path.join(folder, file);
  for (const name of ['/dev', '/proc', '/tmp', '/etc', '/root', '/home/node', '/npm-cache', NODE]) {
    mkdirSync(at(name), { recursive: true });
  }
  execFileSync('chmod', ['1777', at('/tmp')]);
  execFileSync('chown', ['-R', `${NODE_USER}:${NODE_USER}`, at('/home/node')]);
  for (const name of SYSTEM) {
    if (!existsSync(name)) continue;
    if (lstatSync(name).isSymbolicLink()) symlinkSync(readlinkSync(name), at(name));
    else mkdirSync(at(name));
  }
  for (const name of ['resolv.conf', 'hosts', 'nsswitch.conf', 'ld.so.cache', 'ssl', 'alternatives']) {
    if (existsSync(`/etc/${name}`))
      cpSync(`/etc/${name}`, at(`/etc/${name}`), {
        recursive: true,
        dereference: name !== 'alternatives',
        verbatimSymlinks: name === 'alternatives',
      });
  }
  writeFileSync(
    at('/etc/passwd'),
    `root:x:0:0::/root:/bin/sh\nnode:x:${NODE_USER}:${NODE_USER}::/home/node:/bin/sh\n`,
  );
  writeFileSync(at('/etc/group'), `root:x:0:\nnode:x:${NODE_USER}:\n`);

  /** @param {RunOptions} options */
  const commandLine = ({ command, cwd = '/', user = 'root', isReadOnly = false, volumes = {} }) => {
    const bind = (/** @type {string} */ from, /** @type {string} */ to, isFixed = true) => [
      `mount --rbind ${quote(from)} ${quote(at(to))}`,
      ...(isFixed ? [`mount -o remount,bind,ro ${quote(at(to))}`] : []),
    ];
    const system = SYSTEM.filter((name) => existsSync(name) && !lstatSync(name).isSymbolicLink());
    const script = [
      'set -e',
      'mount --make-rprivate /',
      `mount --rbind ${quote(folder)} ${quote(folder)}`,
      ...(isReadOnly
        ? [`mount -o remount,bind,ro ${quote(folder)}`, `mount -t tmpfs tmpfs ${quote(at('/tmp'))}`]
        : []),
      ...system.flatMap((name) => bind(name, name)),
      ...bind(node, NODE),
      ...(isReadOnly ? [] : bind(npmCache, '/npm-cache', false)),
      ...bind('/dev', '/dev', false),
      ...bind('/proc', '/proc', false),
      ...Object.entries(volumes).flatMap(([to, from]) => bind(from, to, false)),
      // Without a shell in between, so that signals reach the command.
      `exec chroot ${quote(folder)} setpriv --reuid=${user} --regid=${user} --clear-groups --no-new-privs env -C ${quote(cwd)} "$@"`,
    ].join('\n');
    return ['--mount', 'sh', '-c', script, 'sh', ...command];
  };
  /** @param {RunOptions} options */
  const environmentOf = ({ user = 'root', environment = {} }) => ({
    PATH: `${NODE}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
    HOME: user === 'root' ? '/root' : `/home/${user}`,
    npm_config_cache: '/npm-cache',
    // Sources that are compiled against Node find its headers there.
    npm_config_nodedir: NODE,
    ...environment,
  });

  return {
    at,
    /**
     * Runs a command to its end. @throws Error when it fails
     * @param {RunOptions} options
     */
    run(options) {
      const { status } = spawnSync('unshare', commandLine(options), {
        stdio: 'inherit',
        env: environmentOf(options),
      });
      if (status !== 0) throw new Error(`Ended with code ${status}: ${options.command.join(' ')}`);
    },
    /**
     * Starts a command; its process is the command itself.
     * @param {RunOptions} options
     */
    start: (options) =>
      spawn('unshare', commandLine(options), {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: environmentOf(options),
      }),
  };
};

/** @param {string} text */
const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
