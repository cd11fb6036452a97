/**
 * A website on its way out. `contents.ts` reads it, all of one moment, in the shapes of the API; a format writes that into a
 * sink: a folder, or an archive that is being downloaded.
 */
import type { Core } from '@strapi/strapi';
import type { ExportFormat } from '../../../contracts/exports';
import type { Queries } from '../delivery/queries';
import { createReport, findWebsite, type FoundWebsite, type Report, type ReportWriter } from '../migration';
import type { Templates } from '../pseo/templates/templates';
import { toWebsite } from '../delivery/serializers/website';
import { readContents } from './contents';
import { writeJson } from './json';
import { writeMarkdown, type ToMarkdown } from './markdown';
import { createPictures, type Pictures } from './pictures';
import { ExportProblem } from './problem';
import { FORMAT, type Contents } from './records';
import type { Sink } from './sinks/sink';
import { writeWordPress } from './wordpress';

export { ExportProblem } from './problem';
export { createArchive, DownloadAborted } from './sinks/archive';
export { intoFolder } from './sinks/folder';
export type { Sink } from './sinks/sink';

type Write = (
  contents: Contents,
  pictures: Pictures,
  sink: Sink,
  report: ReportWriter,
  toMarkdown: ToMarkdown,
) => Promise<void>;

const FORMATS = {
  json: writeJson,
  markdown: writeMarkdown,
  wordpress: writeWordPress,
} as const satisfies Record<ExportFormat, Write>;

export interface ExportOptions {
  /** Name or documentId. */
  website: string;
  format: ExportFormat;
  signal: AbortSignal;
}

export interface Exported {
  website: { documentId: string; name: string };
  /** What the format could not take. */
  report: Report;
  isComplete: boolean;
  counts: { posts: number; pages: number; files: number };
}

interface Parts {
  strapi: Core.Strapi;
  queries: Pick<Queries, 'session'>;
  templates: Templates;
  publicUrl: string;
  toMarkdown: ToMarkdown;
}

interface ExportedWebsite extends FoundWebsite {
  id: number;
  url: string | null;
  kind: string;
  language: string | null;
  scheduledPosts: string;
}

export const createExporter = ({ strapi, queries, templates, publicUrl, toMarkdown }: Parts) => ({
  /** @throws ExportProblem, MigrationProblem for a name of several websites, the reason of the signal, an HTTP error 503 */
  async write({ website: wanted, format, signal }: ExportOptions, sink: Sink): Promise<Exported> {
    const found = await findWebsite<ExportedWebsite>(strapi, wanted);
    if (!found) throw new ExportProblem(`There is no website "${wanted}".`);
    const { documentId, name, url, kind, language, scheduledPosts, account } = found;
    const report = createReport();
    const pictures = await createPictures(strapi, publicUrl, report, signal);
    const { snapshot, close } = await queries.session();
    try {
      const website = await snapshot.websiteById(found.id);
      if (!website) throw new ExportProblem(`The website "${name}" has no account. Choose one there first.`);
      const { description, image } = toWebsite(await snapshot.websiteDetails(website), publicUrl);
      const contents = await readContents(
        {
          format: FORMAT,
          exportedAt: snapshot.now.toISOString(),
          server: publicUrl,
          website: { id: documentId, name, url, kind, language, scheduledPosts, description, image },
          account: account?.name ?? null,
        },
        website,
        { snapshot, templates, publicUrl },
      );
      let files = 0;
      const counting =
        (add: Sink['add']): Sink['add'] =>
        async (file, content) => {
          signal.throwIfAborted();
          await add(file, content);
          if (file.startsWith('files/')) files += 1;
        };
      const counted = { ...sink, add: counting(sink.add), addWhole: counting(sink.addWhole) };
      await FORMATS[format](contents, pictures, counted, report, toMarkdown);
      return {
        website: { documentId, name },
        report: report.report,
        isComplete: report.isComplete(),
        counts: { ...contents.counts, files },
      };
    } finally {
      await close();
    }
  },
});

export type Exporter = ReturnType<typeof createExporter>;
