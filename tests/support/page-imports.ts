import type { Core } from '@strapi/strapi';
import request from 'supertest';
import type {
  NearDuplicate,
  FaultyRow,
  ImportChoices,
  ImportOptions,
  PageImport,
} from '../../src/plugins/content-delivery/contracts/pseo-imports';
import { serviceOf } from './services';
import type { AdminPanel, Answer } from './admin-panel';
import { inTime } from './in-time';

const PATH = '/content-delivery/imports';

/** What a campaign that these tests use has. */
export const TEMPLATES = {
  slugTemplate: 'coffee/{{ city | downcase }}',
  targetSlugTemplate: 'shop/{{ city | downcase }}',
  htmlTemplate: '<h1>Coffee in {{ city }}</h1><p>{{ text }}</p>',
  metaTitleTemplate: 'Coffee in {{ city }}',
  metaDescriptionTemplate: 'All about coffee in {{ city }}.',
};

export const AS_DRAFTS: ImportOptions = { publish: false, skipFaulty: false };
export const LIVE: ImportOptions = { publish: true, skipFaulty: false };

/** Imports of pages by the admin API, as the screen does them. */
export const importsBy = (strapi: Core.Strapi, panel: AdminPanel) => {
  const data = (answer: Answer): PageImport => {
    if (answer.status >= 300) throw new Error(`${answer.status} ${answer.body.error?.message}`);
    return answer.body.data as PageImport;
  };
  const upload = async (
    campaign: string,
    file: string | Buffer,
    name = 'pages.csv',
    settings: Record<string, string> = {},
  ): Promise<Answer> => {
    const asked = request(strapi.server.httpServer)
      .post(PATH)
      .set('Authorization', `Bearer ${panel.token}`)
      .field({ ...settings, campaign })
      .attach('file', Buffer.isBuffer(file) ? file : Buffer.from(file), name);
    const { status, body } = await inTime('the answer to an upload', Promise.resolve(asked));
    return { status, body: body as Answer['body'] };
  };
  const find = async (id: string) => data(await panel.get(`${PATH}/${id}`));
  const check = async (id: string, choices: ImportChoices) => {
    data(await panel.post(`${PATH}/${id}/check`, { ...choices }));
    await serviceOf(strapi, 'jobs').runner.drain();
    return find(id);
  };
  const run = async (id: string, options: ImportOptions) => {
    data(await panel.post(`${PATH}/${id}/run`, { ...options }));
    await serviceOf(strapi, 'jobs').runner.drain();
    return find(id);
  };
  const stageFile = async (campaign: string, file: string | Buffer, name?: string) =>
    data(await upload(campaign, file, name));
  const suggested = (one: PageImport, mode: ImportChoices['mode'] = 'rows'): ImportChoices => ({
    mode,
    targets: one.matched,
  });

  return {
    PATH,
    panel,
    upload,
    stageFile,
    find,
    check,
    run,
    suggested,
    /** Takes a file in and checks it with the columns as they are suggested. */
    async checked(campaign: string, file: string | Buffer, mode?: ImportChoices['mode']) {
      const one = await stageFile(campaign, file);
      return check(one.documentId, suggested(one, mode));
    },
    /** All of it, from the file to the pages. */
    async imported(campaign: string, file: string | Buffer, options: ImportOptions = LIVE) {
      const { documentId } = await this.checked(campaign, file);
      return run(documentId, options);
    },
    faulty: async (id: string) =>
      (await panel.get(`${PATH}/${id}/faulty?pageSize=200`)).body.data as FaultyRow[],
    alike: async (id: string) =>
      (await panel.get(`${PATH}/${id}/alike?pageSize=200`)).body.data as NearDuplicate[],
    service: () => serviceOf(strapi, 'imports'),
  };
};

export type ImportsBy = ReturnType<typeof importsBy>;

/** Rows as CSV; every cell in quotation marks. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
