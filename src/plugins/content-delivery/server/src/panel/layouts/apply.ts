import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/strapi';
import { withLayout, type Configuration } from './configuration';
import type { Layout } from './layout';

/** What is known of a view, as the content manager stores it. */
interface Known {
  /** What we last set. */
  set?: Configuration;
  /** Views that were found customised. */
  left?: Configuration;
}

const KNOWN = { type: 'plugin', name: 'content-delivery', key: 'layouts' } as const;

/**
 * Gives the content manager our layouts wherever no administrator has changed them: on a first start, and when
 * a new release brings another layout. A customised view is left as it is, for good.
 */
export const applyLayouts = async (strapi: Core.Strapi, layouts: readonly Layout[]): Promise<void> => {
  const views = viewsOf(strapi);
  const known = ((await strapi.store.get(KNOWN)) ?? {}) as Record<string, Known>;
  const open: { layout: Layout; now: Configuration }[] = [];
  for (const layout of layouts) {
    const now = await views.read(layout.uid);
    const { set, left } = known[layout.uid] ?? {};
    const isOurs = isDeepStrictEqual(now, set) && isDeepStrictEqual(now, withLayout(now, layout));
    if (!isOurs && !isDeepStrictEqual(now, left)) open.push({ layout, now });
  }
  if (open.length === 0) return;

  const last = new Map(open.map(({ layout: { uid } }) => [uid, known[uid]?.set ?? NOTHING]));
  const untouched = await asItWouldBe(strapi, last);
  for (const { layout, now } of open) {
    const { uid } = layout;
    if (isDeepStrictEqual(now, untouched.get(uid))) {
      await views.write(uid, withLayout(now, layout));
      known[uid] = { set: await views.read(uid) };
    } else {
      known[uid] = { ...known[uid], left: now };
    }
  }
  await strapi.store.set({ ...KNOWN, value: known });
};

/**
 * What the content manager would have stored without any customisation: what was last set, or what it makes of
 * its own accord, brought up to date with the content types of today. It is asked in a transaction that is
 * taken back.
 */
const asItWouldBe = async (
  strapi: Core.Strapi,
  last: ReadonlyMap<string, Configuration>,
): Promise<Map<string, Configuration>> => {
  const views = viewsOf(strapi);
  const untouched = new Map<string, Configuration>();
  const takeBack = new Error('Only asked.');
  try {
    await strapi.db.transaction(async () => {
      for (const [uid, view] of last) await views.write(uid, view);
      await views.sync();
      for (const uid of last.keys()) untouched.set(uid, await views.read(uid));
      throw takeBack;
    });
  } catch (error) {
    if (error !== takeBack) throw error;
  }
  return untouched;
};

const NOTHING: Configuration = { settings: {}, metadatas: {}, layouts: { list: [], edit: [] } };

interface ViewService {
  findConfiguration(model: object): Promise<Configuration & Record<string, unknown>>;
  updateConfiguration(model: object, configuration: Configuration): Promise<unknown>;
  syncConfigurations(): Promise<unknown>;
}

/** The content manager's own way of reading and writing the views of content types and components. */
const viewsOf = (strapi: Core.Strapi) => {
  const service = (name: string) => strapi.plugin('content-manager').service(name);
  const types = service('content-types') as ViewService & { findContentType(uid: string): object };
  const components = service('components') as ViewService & { findComponent(uid: string): object };
  const of = (uid: string): [ViewService, object] =>
    uid in strapi.components
      ? [components, components.findComponent(uid)]
      : [types, types.findContentType(uid)];
  return {
    async read(uid: string): Promise<Configuration> {
      const [views, model] = of(uid);
      const { settings, metadatas, layouts } = await views.findConfiguration(model);
      return { settings, metadatas, layouts };
    },
    async write(uid: string, configuration: Configuration): Promise<void> {
      const [views, model] = of(uid);
      await views.updateConfiguration(model, configuration);
    },
    async sync(): Promise<void> {
      await components.syncConfigurations();
      await types.syncConfigurations();
    },
  };
};
