import type { IncomingPost } from '../../src/plugins/content-delivery/server/src/migration/incoming';
import { createReport } from '../../src/plugins/content-delivery/server/src/migration/report';
import {
  createIncoming,
  surveyExport,
  type ExportOptions,
} from '../../src/plugins/content-delivery/server/src/migration/wordpress';
import { inPieces } from './pieces';

const OPTIONS: ExportOptions = {
  types: new Set(['post']),
  otherCategories: 'drop',
  authors: false,
  excerptsAsDescriptions: false,
  embeds: false,
  linkedFiles: false,
  linksTo: null,
};

/** What an export becomes on its way to the writer, and what is said of it. */
export const bringExport = async (text: string, options: Partial<ExportOptions> = {}) => {
  const all = { ...OPTIONS, ...options };
  const parts = [{ name: 'export.xml', bytes: () => inPieces(text) }];
  const report = createReport();
  const survey = await surveyExport(parts, all.types);
  const incoming = createIncoming(survey, all, report);
  const posts: IncomingPost[] = [];
  for await (const post of incoming.posts(parts)) if (post) posts.push(post);
  incoming.finish();
  const lines = report.report.lines.map(
    ({ loss, kind, where, what, count }) => `${loss} ${kind} ${count} [${where}] ${what}`,
  );
  return {
    posts,
    terms: incoming.terms(),
    authors: incoming.authors(),
    lines,
    counts: report.report.counts,
    survey,
  };
};
