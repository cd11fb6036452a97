import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseIp, readNetwork } from '../../../src/plugins/content-delivery/server/src/platform/networks';
import { ROOT, fileText } from '../../support/committed-files';

interface Service {
  image: string;
  build?: string;
  env_file?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  tmpfs?: string[];
  read_only?: boolean;
  stop_grace_period?: string;
  restart?: string;
  healthcheck?: object;
  networks: string[] | Record<string, { ipv4_address: string }>;
}
interface Compose {
  services: Record<string, Service>;
  networks: { inside: { ipam: { config: { subnet: string; ip_range: string; gateway: string }[] } } };
  volumes: Record<string, null>;
}

// It has no types of its own.
const { load } = jest.requireActual<{ load(text: string): unknown }>('js-yaml');
const { services, networks, volumes } = load(fileText('compose.yaml')) as Compose;
const PAGE = fileText('docs/operations/containers.md');
const all = Object.entries(services);
const instances = all.filter(([, { build }]) => build);
const addressOf = ({ networks: joined }: Service): string | undefined =>
  Array.isArray(joined) ? undefined : joined['inside']?.ipv4_address;

/** Lines of a file for nginx that name an instance. */
const serversIn = (file: string): string[] => file.split('\n').filter((line) => line.startsWith('server '));

/** What a variable is where .env says nothing of it. */
const usual = (value = ''): string => /^\$\{\w+:-(.*)\}$/.exec(value)?.[1] ?? value;

/** What stands in several files, and has to agree. */
describe('compose.yaml', () => {
  it('has two instances that are alike but for their address, at the places that nginx asks', () => {
    const [first, second] = instances.map(([, { networks: _own, ...rest }]) => ({
      ...rest,
      depends_on: null,
    }));
    expect(instances).toHaveLength(2);
    expect(first).toEqual(second);
    // As in the file that is tested, with an instance there for each one here.
    const shipped = fileText('deploy/nginx/content-delivery/instances.conf');
    const port = first?.environment?.['PORT'];
    const expected = instances.flatMap(([, service]) =>
      serversIn(shipped).map((line) => line.replace('127.0.0.1:1337', `${addressOf(service)}:${port}`)),
    );
    expect(serversIn(fileText('deploy/compose/instances.conf'))).toEqual(expected);
    // The instance that stands there as an example is asked in the same way.
    expect(serversIn(shipped.replace(/^# (?=server )/gm, ''))).toEqual([
      ...serversIn(shipped),
      ...serversIn(shipped).map((line) => line.replace('127.0.0.1', '10.0.0.12')),
    ]);
    const prefix = networks.inside.ipam.config[0]?.subnet.replace(/0\/24$/, '') ?? '';
    for (const [, service] of all) expect(addressOf(service) ?? prefix).toContain(prefix);
  });

  it('gives out no address that a service has of its own', () => {
    const given = readNetwork(networks.inside.ipam.config[0]?.ip_range ?? '');
    const own = all.map(([, service]) => addressOf(service)).filter((address) => address !== undefined);
    const gateway = networks.inside.ipam.config[0]?.gateway ?? '';
    expect(given).not.toBeNull();
    expect(own).toHaveLength(3);
    expect(own).not.toContain(gateway);
    for (const address of [...own, gateway]) expect(parseIp(address)?.match(given as never)).toBe(false);
  });

  it('lets the instances believe nginx, and nobody else', () => {
    const trusted = instances.map(([, { environment }]) => usual(environment?.['TRUSTED_PROXIES']));
    expect(new Set(trusted)).toEqual(new Set([addressOf(services['nginx'] as Service)]));
  });

  it('names the proxies of an installation with TLS on the host as they are', () => {
    const written = /TRUSTED_PROXIES=([\d.,]+)/.exec(PAGE)?.[1]?.split(',');
    const gateway = networks.inside.ipam.config[0]?.gateway;
    expect(written).toEqual([addressOf(services['nginx'] as Service), gateway]);
    expect(fileText('deploy/nginx/content-delivery.conf')).toContain('X-Forwarded-Proto $scheme;');
  });

  it('lets .env change every variable, but for those that the page names', () => {
    const named = /sets itself: ([^.]*)\./.exec(PAGE)?.[1]?.match(/\w{4,}/g);
    for (const [, { environment = {} }] of instances) {
      const fixed = Object.entries(environment).filter(
        ([name, value]) => !value.startsWith(`\${${name}:-`) && !value.startsWith(`\${${name}:?`),
      );
      expect(fixed.map(([name]) => name)).toEqual(named);
    }
  });

  it('keeps what nginx puts aside on disk, not in memory', () => {
    const { volumes: mounts = [], tmpfs = [] } = services['nginx'] as Service;
    expect(mounts).toContain('nginx:/var/cache/nginx');
    expect(tmpfs.filter((folder) => folder.startsWith('/var/cache'))).toEqual([]);
  });

  it('mounts what there is, where the image and nginx look for it', () => {
    const folders = JSON.parse(/^VOLUME (.*)$/m.exec(fileText('Dockerfile'))?.[1] ?? '[]') as string[];
    for (const [name, service] of all) {
      const mounts = (service.volumes ?? []).map((mount) => mount.split(':') as [string, string]);
      for (const [from] of mounts) {
        expect({
          name,
          from,
          isThere: from.startsWith('.') ? existsSync(path.join(ROOT, from)) : from in volumes,
        }).toEqual({ name, from, isThere: true });
      }
      const writable = [
        ...mounts.map(([, to]) => to),
        ...(service.tmpfs ?? []).map((mount) => mount.split(':')[0]),
      ];
      if (service.build) expect(writable).toEqual(expect.arrayContaining([...folders, '/tmp']));
    }
    const configured = (services['nginx']?.volumes ?? []).map((mount) => mount.split(':')[1]);
    for (const [, file] of fileText('deploy/nginx/content-delivery.conf').matchAll(/include (\S+);/g)) {
      expect(configured).toContain(`/etc/nginx/${file}`);
    }
  });

  it('gives each service a check of its health, a system that cannot be written, and an image of one version', () => {
    for (const [name, { build, healthcheck, read_only: isReadOnly, restart, image }] of all) {
      expect({ name, isReadOnly, restart }).toEqual({ name, isReadOnly: true, restart: 'unless-stopped' });
      if (build) expect(fileText('Dockerfile')).toMatch(/^HEALTHCHECK /m);
      else {
        expect(healthcheck).toBeDefined();
        expect(image).toMatch(/:\d+(\.\d+)?-bookworm$/);
      }
    }
  });

  it('waits longer for an instance to end than that takes', () => {
    for (const [, { stop_grace_period: grace, environment }] of instances) {
      expect(Number.parseInt(grace ?? '', 10)).toBeGreaterThan(
        Number(usual(environment?.['SHUTDOWN_SECONDS'])) + 5,
      );
    }
  });

  it('holds no secret: what is one has to be given', () => {
    const text = fileText('compose.yaml');
    for (const [, name = ''] of text.matchAll(
      /(\w*(?:PASSWORD|SECRET|KEYS?|SALT|TOKEN)\w*): (?!\$\{\w+:\?)/g,
    )) {
      throw new Error(`${name} is written down.`);
    }
    expect(text).toMatch(/DATABASE_PASSWORD: \$\{DATABASE_PASSWORD:\?/);
  });
});
