import fc from 'fast-check';
import request from 'supertest';
import { UID, unique } from '../../fixtures/content';
import { contentPermissions, signInWith, type AdminPanel, LISTED_WEBSITES } from '../../support/admin-panel';
import { connectTo, portOf, type Connection } from '../../support/connections';
import { rowsOf } from '../../support/documents';
import { attributesOf, relationPaths, textAttributes, type RelationPath } from '../../support/relation-paths';
import { withServer } from '../../support/with-server';

const TYPES = Object.values(UID);
const FILE = 'plugin::upload.file';
const FOLDER = 'plugin::upload.folder';
/** Strapi's own, which fails without a licence. */
const FAILING = '/admin/license-trial-time-left';
const DEPTH = 3;
/** Ways of more than one relation that are tried from each type. */
const SAMPLED = 6;

/** What stands in every text of other websites; once they have changed, the second one does. */
const MARKERS = ['zzforeign', 'aachanged'] as const;

/** What is asked of every route that lists or gives entries. */
const PLAIN = ['', 'populate=*', 'status=published', ...MARKERS.map((marker) => `_q=${marker}`)];

/** Relations are read side by side, and stand in the order in which they came; the panel is told the time, which goes on. */
const comparable = (text: string): string => {
  try {
    return JSON.stringify(sorted(JSON.parse(text)));
  } catch {
    return text;
  }
};

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'now')
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
};

interface Given {
  status: number;
  text: string;
}

/** `['website', 'account']`, `name` → `[website][account][name]` */
const brackets = (names: readonly string[]): string => names.map((name) => `[${name}]`).join('');

/**
 * What each route that reads gives to editors who are restricted to websites: nothing that stands on another
 * website, and nothing that depends on what stands there. Everything is asked twice, with other websites
 * changed between: an answer that differs tells something of them, whichever way.
 */
describe('every route that reads, asked by a restricted editor through every relation', () => {
  const { server, content } = withServer();
  let listed: AdminPanel;
  let unlisted: AdminPanel;
  let connection: Connection;
  let own: Awaited<ReturnType<typeof makeWebsite>>[];
  let foreign: Awaited<ReturnType<typeof makeWebsite>>[];

  const makeWebsite = async (account: string, editors: number[], name: () => string) => {
    const folder = await rowsOf(server.strapi, FOLDER).create({
      data: { name: name(), pathId: Math.floor(Math.random() * 1e9), path: `/${unique('1')}` },
    });
    const image = await content.image(`/uploads/${name()}.webp`);
    await rowsOf(server.strapi, FILE).update({
      where: { id: image },
      data: { name: name(), caption: name(), alternativeText: name(), folder: folder.id },
    });
    const website = (await content.website({ account, editors, name: name(), apiKey: name() })).documentId;
    const category = (await content.category(website, name())).documentId;
    const tag = (await content.tag(website, name())).documentId;
    const author = (await content.author(website, { name: name(), bio: name(), image })).documentId;
    const post = {
      title: name(),
      category,
      tags: [tag],
      author,
      content: `<p>${name()}</p>`,
      featuredImage: image,
    };
    const campaign = (await content.campaign(website, { name: name(), htmlTemplate: name() })).documentId;
    const link = { keyword: name(), url: '/x' };
    return {
      folder: folder.id,
      image,
      website,
      category,
      tag,
      author,
      campaign,
      account,
      post: (await content.post(website, post)).documentId,
      draft: (await content.draft(website, post)).documentId,
      page: (await content.page(campaign, { slug: name(), html: name(), internalLinks: [link] })).documentId,
    };
  };

  afterAll(() => connection?.close());

  /** Another word in each text, in an order of their own; all of them have the marker. */
  let serial = 100;
  const marked = (marker: string) => () => `${marker}${(serial += 1)}`;

  /** All that the plugin has routes for: whose entries they show and change, the rights on these decide. */
  const pluginPermissions = () => {
    const { actionProvider } = server.strapi.service('admin::permission') as {
      actionProvider: { values(): { actionId: string; pluginName?: string; section: string }[] };
    };
    const all = actionProvider
      .values()
      .filter(
        ({ actionId, section }) => actionId.startsWith('plugin::content-delivery.') && section === 'plugins',
      );
    expect(all.length).toBeGreaterThan(8);
    return all.map(({ actionId }) => ({ action: actionId, subject: null, conditions: [LISTED_WEBSITES] }));
  };

  beforeAll(async () => {
    connection = connectTo(await portOf(server.strapi.server.httpServer));
    const permissions = [
      ...contentPermissions(server.strapi, TYPES, [LISTED_WEBSITES]),
      ...['plugin::upload.read', 'plugin::upload.assets.create', 'plugin::upload.assets.update'].map(
        (action) => ({ action, subject: null }),
      ),
      ...pluginPermissions(),
    ];
    const one = await signInWith(server.strapi, permissions);
    listed = one.panel;
    unlisted = (await signInWith(server.strapi, permissions)).panel;
    const colleague = await signInWith(server.strapi, []);
    await rowsOf(server.strapi, 'admin::user').update({
      where: { id: colleague.id },
      data: { firstname: `${MARKERS[0]}1`, lastname: MARKERS[0], email: `${MARKERS[0]}@example.com` },
    });
    // Of two accounts, each with a website of the editor and one that is not, so that orders can be told apart.
    const accounts = [await content.account({ name: 'own 1' }), await content.account({ name: 'own 2' })].map(
      ({ documentId }) => documentId,
    );
    // With as many digits each, so that they sort as they were made, and foreign ones once changed the other way.
    let plain = 100;
    own = [];
    foreign = [];
    for (const account of accounts) {
      own.push(await makeWebsite(account, [one.id], () => `own${(plain += 1)}`));
      foreign.push(await makeWebsite(account, [colleague.id], marked(MARKERS[0])));
    }
    const other = (await content.account({ name: MARKERS[0] })).documentId;
    foreign.push(await makeWebsite(other, [colleague.id], marked(MARKERS[0])));
    await content.link({ account: other, keyword: MARKERS[0] });
    for (const { account } of own) await content.link({ account });
    for (const uid of TYPES) {
      for (const row of await rowsOf(server.strapi, uid).findMany({})) {
        if (JSON.stringify(row).includes(MARKERS[0])) {
          await rowsOf(server.strapi, uid).update({
            where: { id: row.id },
            data: { createdBy: colleague.id, updatedBy: colleague.id },
          });
        }
      }
    }
  });

  /** Changes every text of other websites, so that those that came first come last. */
  const changeForeign = async () => {
    for (const uid of [...TYPES, FILE, FOLDER, 'admin::user']) {
      const texts = textAttributes(server.strapi, uid).filter((name) => name !== 'documentId');
      const { tableName } = server.strapi.db.metadata.get(uid);
      const { attributes } = server.strapi.db.metadata.get(uid) as unknown as {
        attributes: Record<string, { columnName?: string }>;
      };
      const columns = texts.map((name) => attributes[name]?.columnName ?? name);
      const rows = (await server.strapi.db.connection(tableName).select(['id', ...columns])) as Record<
        string,
        unknown
      >[];
      for (const row of rows) {
        const changed = Object.fromEntries(
          Object.entries(row)
            .filter(([, value]) => typeof value === 'string' && value.includes(MARKERS[0]))
            .map(([name, value]) => [
              name,
              // 1, 2, 3 become 9998, 9997, 9996: their order turns round.
              (value as string).replace(
                new RegExp(`${MARKERS[0]}(\\d*)`, 'g'),
                (_, number) => `${MARKERS[1]}${9999 - Number(number)}`,
              ),
            ]),
        );
        if (Object.keys(changed).length > 0)
          await server.strapi.db.connection(tableName).where('id', Number(row['id'])).update(changed);
      }
    }
  };

  /**
   * What can be asked of a list of entries: a filter, a way to populate and a way to order through each relation, in
   * one spelling after the other, and a sample further on.
   */
  const queriesOf = (uid: string): string[] => [
    ...PLAIN,
    ...relationPaths(server.strapi, uid, 1).flatMap((path, at) => {
      const { filters, populates, orders } = waysOn(path);
      return [...filters.slice(0, -1), ...[filters.slice(-1), populates, orders].flatMap(nth(at))];
    }),
    ...inTurn(further(uid)),
  ];

  const nth =
    (at: number) =>
    (ways: readonly string[]): string[] =>
      ways.length > 0 ? [ways[at % ways.length] ?? ''] : [];

  /** What can be asked where Strapi reads the same way as for the list: one question through each relation. */
  const fewerQueriesOf = (uid: string): string[] => [
    ...PLAIN,
    ...inTurn([...relationPaths(server.strapi, uid, 1), ...further(uid)]),
  ];

  const inTurn = (paths: readonly RelationPath[]): string[] =>
    paths.map((path, at) => {
      const questions = questionsOn(path);
      return questions[at % questions.length] ?? '';
    });

  /** Ways of two and three relations, by a fixed seed: their number grows by ten with each. */
  const further = (uid: string): RelationPath[] =>
    fc.sample(
      fc.constantFrom(...relationPaths(server.strapi, uid, DEPTH).filter(({ names }) => names.length > 1)),
      { numRuns: SAMPLED, seed: 1 },
    );

  const waysOn = ({ names, target }: RelationPath) => {
    const dotted = names.join('.');
    const populates = [
      `populate${brackets(names.flatMap((name) => [name, 'populate']))}=*`,
      `populate=${dotted}`,
    ];
    if (!target) return { filters: [], populates, orders: [] };
    const [text = 'id'] = textAttributes(server.strapi, target).filter((name) => name !== 'documentId');
    const through = brackets(names);
    return {
      filters: [
        `filters${through}[${text}][$contains]=${MARKERS[0]}`,
        ...(target === UID.website ? [`filters${through}[apiKey][$contains]=${MARKERS[0]}`] : []),
        `filters[$not]${through}[${text}][$startsWithi]=${MARKERS[0]}`,
      ],
      populates,
      orders: [
        `sort=${dotted}.${text}:ASC`,
        `sort${through}[${text}]=desc`,
        // Parameters of the database layer, which Strapi hands on.
        `orderBy${through}[${text}]=desc&where${through}[${text}][$contains]=${MARKERS[0]}`,
      ],
    };
  };

  const questionsOn = (path: RelationPath): string[] => {
    const { filters, populates, orders } = waysOn(path);
    return [...filters, ...populates, ...orders];
  };

  /** All addresses, each with everything that can be asked there. */
  const addresses = (): string[] => {
    const { strapi } = server;
    const ofType = (path: string, uid: string) => queriesOf(uid).map((query) => `${path}?${query}`);
    const ofEntry = (path: string, uid: string) => fewerQueriesOf(uid).map((query) => `${path}?${query}`);
    const idsOf: Record<string, (of: (typeof own)[number]) => string> = {
      [UID.account]: ({ account }) => account,
      [UID.website]: ({ website }) => website,
      [UID.category]: ({ category }) => category,
      [UID.tag]: ({ tag }) => tag,
      [UID.author]: ({ author }) => author,
      [UID.post]: ({ post }) => post,
      [UID.campaign]: ({ campaign }) => campaign,
      [UID.page]: ({ page }) => page,
    };
    const picked = new Set<string>();
    const all = TYPES.flatMap((uid) => {
      const list = `/content-manager/collection-types/${uid}`;
      const relations = attributesOf(strapi, uid).filter(([, { type }]) => type === 'relation');
      const mine = own.map((one) => idsOf[uid]?.(one)).filter((id) => id !== undefined);
      const theirs = foreign.map((one) => idsOf[uid]?.(one)).filter((id) => id !== undefined);
      return [
        ...ofType(list, uid),
        ...(mine[0] ? ofEntry(`${list}/${mine[0]}`, uid) : []),
        ...[...mine.slice(0, 1), ...theirs.slice(-1)].flatMap((id) => [
          `${list}/${id}`,
          `${list}/${id}/actions/countDraftRelations`,
          `/content-delivery/entries/${uid}/${id}/front-end-view`,
          `/content-delivery/entries/${uid}/${id}/versions`,
          `/content-delivery/entries/${uid}/${id}/versions/1`,
          `/content-manager/history-versions?contentType=${uid}&documentId=${id}`,
          `/content-manager/preview/url/${uid}?documentId=${id}`,
          ...relations.flatMap(([name]) => [
            `/content-manager/relations/${uid}/${id}/${name}`,
            `/content-manager/relations/${uid}/${id}/${name}?pageSize=1`,
            `/content-manager/relations/${uid}/${name}?id=${id}`,
          ]),
        ]),
        ...relations.flatMap(([name, { target }]) => {
          const picker = `/content-manager/relations/${uid}/${name}`;
          // One picker for each type: what it takes does not depend on the form that it stands in.
          const isFirst = target && !picked.has(target);
          if (isFirst) picked.add(target);
          return [`${picker}?_q=${MARKERS[0]}`, ...(isFirst ? ofEntry(picker, target) : [])];
        }),
        `${list}/actions/countManyEntriesDraftRelations?${theirs.map((id, at) => `documentIds[${at}]=${id}`).join('&')}`,
      ];
    });
    return [
      ...all,
      ...ofType('/upload/files', FILE),
      ...ofType('/upload/folders', FOLDER),
      ...ofEntry(`/upload/files/${own[0]?.image}`, FILE),
      ...ofEntry(`/upload/folders/${own[0]?.folder}`, FOLDER),
      ...simple(),
    ];
  };

  /** The others: as they are, and with what might reach further. */
  const simple = (): string[] =>
    (server.strapi.server.listRoutes() as { methods: string[]; path: string }[])
      .filter(
        ({ methods, path }) =>
          methods.includes('GET') && !/[(:]/.test(path) && ![FAILING, '/_health'].includes(path),
      )
      .flatMap(({ path }) => [
        path,
        `${path}?populate=*&_q=${MARKERS[0]}&action=update&contentType=${UID.post}`,
        `${path}?filters[createdBy][email][$contains]=${MARKERS[0]}&sort=createdBy.email`,
      ])
      .concat(
        foreign.flatMap(({ website, campaign }) =>
          (server.strapi.server.listRoutes() as { methods: string[]; path: string }[])
            .filter(({ methods, path }) => methods.includes('GET') && path.startsWith('/content-delivery/'))
            .flatMap(({ path }) =>
              [website, campaign].map((id) =>
                path.replace(/:(model|uid)/g, UID.website).replace(/:\w+/g, id),
              ),
            ),
        ),
      );

  /** Folders and their names are for all editors; files belong to the websites whose posts show them. */
  const isShared = (address: string) =>
    address.startsWith('/upload/folder') || address.includes('populate=folder');
  const isOfFiles = (address: string) => address.startsWith('/upload/');

  /** What is asked by POST and changes nothing, of one's own websites and of others; the words are in all of them. */
  const questions = (): [address: string, body: object][] => {
    const paths = (server.strapi.server.listRoutes() as { methods: string[]; path: string }[])
      .filter(
        ({ methods, path }) =>
          methods.includes('POST') &&
          /^\/(content-delivery|content-manager|upload|admin)\//.test(path) &&
          /search|preview|places|find|count|check|generate|plan|get-non/i.test(path) &&
          !/preview-links|link-checks|imports/.test(path),
      )
      .map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(6);
    return paths.flatMap((path) =>
      [...own.slice(0, 1), ...foreign].flatMap((one) => {
        const ids = [one.website, one.category, one.tag, one.campaign, one.post, one.draft, one.page];
        const body = {
          website: one.website,
          websites: [one.website],
          websiteId: one.website,
          account: one.account,
          campaign: one.campaign,
          campaigns: [one.campaign],
          documentId: one.post,
          documentIds: ids,
          posts: [one.post],
          pages: [one.page],
          ids,
          id: one.post,
          contentTypeUID: UID.website,
          field: 'name',
          data: { name: 'a' },
          keyword: 'zz',
          search: 'zz',
          replace: 'yy',
          matchCase: false,
          wholeWords: false,
          fields: ['text'],
          permissions: [],
        };
        const uids = path.includes(':model') ? TYPES : [UID.website];
        return uids.flatMap((uid): [string, object][] =>
          (path.includes(':documentId') || path.includes(':website')
            ? [one.website, one.post, one.campaign]
            : ['']
          ).map((id) => [path.replace(/:(model|uid|contentType)/g, uid).replace(/:\w+/g, id), body]),
        );
      }),
    );
  };

  const ask = async (panel: AdminPanel, all: readonly string[]): Promise<Map<string, Given>> => {
    const answers = new Map<string, Given>();
    const headers = { Authorization: `Bearer ${panel.token}` };
    for (const address of all) {
      const { status, text } = await connection.send('GET', address, headers);
      answers.set(address, { status, text: comparable(text) });
    }
    return answers;
  };

  it('tells nothing of other websites, in what it gives and in what it lists, counts and sorts', async () => {
    const all = [...new Set(addresses())];
    const asked: [who: string, panel: AdminPanel, addresses: readonly string[]][] = [
      ['listed', listed, all],
      // Who is listed nowhere has no entry that a way begins at, but for files and folders.
      ['listed nowhere', unlisted, [...all.filter(isOfFiles), ...simple()]],
    ];
    const before: Map<string, Given>[] = [];
    for (const [, panel, those] of asked) before.push(await ask(panel, those));
    await changeForeign();
    const found: string[] = [];
    for (const [index, [who, panel]] of asked.entries()) {
      const first = before[index] ?? new Map<string, Given>();
      const answered = [...first].filter(([, { status }]) => status < 400).map(([address]) => address);
      // What is refused tells nothing; a walk of refusals would. By the ids of other websites, all is refused.
      const foreignIds = foreign.flatMap(({ website, category, tag, campaign, post, draft, page }) => [
        website,
        category,
        tag,
        campaign,
        post,
        draft,
        page,
      ]);
      const ownWays = [...first.keys()].filter((address) => !foreignIds.some((id) => address.includes(id)));
      expect(answered.length).toBeGreaterThan(ownWays.length / 4);
      const second = await ask(panel, answered);
      for (const [address, given] of first) {
        const told = toldBy(address, given, second.get(address) ?? given);
        if (told) found.push(`${who}: ${told} ${address}`);
      }
    }
    let answers = 0;
    for (const [address, body] of questions()) {
      const { status, text } = await request(server.strapi.server.httpServer)
        .post(address)
        .set('Authorization', `Bearer ${listed.token}`)
        .send(body);
      if (status < 400) answers += 1;
      if (status >= 500) found.push(`${status} POST ${address}`);
      else if (status < 400 && MARKERS.some((marker) => text.includes(marker)))
        found.push(`shows POST ${address} ${JSON.stringify(body).slice(0, 60)}`);
    }
    expect(answers).toBeGreaterThan(4);
    expect(found).toEqual([]);
    // Thousands of requests: minutes where other tests run beside it.
  }, 900_000);

  /** What an address tells of other websites; null for nothing. What was asked for stands in some refusals. */
  const toldBy = (address: string, first: Given, second: Given): string | null => {
    if (first.status >= 500) return String(first.status);
    const shows = (wanted: RegExp) =>
      first.status < 400 && (wanted.test(first.text) || wanted.test(second.text));
    const holds = shows(new RegExp(MARKERS.join('|')));
    if (holds && isShared(address))
      return shows(/@example|relatedType|related"|firstname|"title"|"apiKey"|htmlTemplate/) ? 'shows' : null;
    if (holds) return 'shows';
    return first.status === second.status && first.text === second.text ? null : 'differs';
  };
});
