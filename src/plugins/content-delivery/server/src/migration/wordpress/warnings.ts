import type { ReportLine, ReportWriter } from '../report';
import { shown } from '../texts';
import type { NoticeKind } from './content';

type Words = Pick<ReportLine, 'loss' | 'what' | 'whatToDo'>;

/** What there is to say of content that needs WordPress, by what was found in it. */
export const contentWords: Record<NoticeKind, (name: string) => Words> = {
  'dynamic-block': (name) => ({
    loss: 'altered',
    what: `The block ${name} is filled by WordPress or a plugin at each request; the export has no text of it that could be shown. It was left out.`,
    whatToDo: 'Write in its place what it showed.',
  }),
  'block-fields': (name) => ({
    loss: 'altered',
    what: `The block ${name} has its text in fields, which only its theme or plugin can show. It was left out.`,
    whatToDo: 'Write in its place what it showed.',
  }),
  'bound-block': (name) => ({
    loss: 'altered',
    what: `The block ${name} shows a field, or what a post has put in place of a pattern's text. What came is the text in its place.`,
    whatToDo: 'Compare it with the old page, and write here what it showed.',
  }),
  'missing-shared-block': (name) => ({
    loss: 'altered',
    what: `It shows a block that posts share (${name}), which the export does not have, which is not published or has a password, which contains itself, or which makes the post too long. It was left out.`,
    whatToDo:
      'Export all content, patterns too, and run this again, or write the block in here if everybody may read it.',
  }),
  shortcode: (name) => ({
    loss: 'altered',
    what: `The shortcode [${name}] is filled by a plugin or a theme. It stays as text.`,
    whatToDo: 'Write in its place what it showed.',
  }),
  'enclosing-shortcode': (name) => ({
    loss: 'altered',
    what: `The shortcode [${name}] is filled by a plugin or a theme. It and its end stay as text, and what is between them came like the text around.`,
    whatToDo: 'Write in its place what it showed.',
  }),
  'kept-inside': (name) => ({
    loss: 'altered',
    what: `The shortcode [${name}] is filled by a plugin or a theme. It stays as text. What it encloses looks like code and was left as it is, without paragraphs; signs such as < in it are read as HTML.`,
    whatToDo: 'Make a code block of it.',
  }),
  'shortcode-in-address': (name) => ({
    loss: 'altered',
    what: `The shortcode [${name}] stands in the address of a link or a picture, and is filled by a plugin or a theme. The address leads nowhere.`,
    whatToDo: 'Write the address in its place.',
  }),
  formula: (name) => ({
    loss: 'altered',
    what: `Formulas (${name} …) are drawn by a plugin. They stay as text.`,
    whatToDo: 'Let the front end draw them, or put pictures in their place.',
  }),
  'hidden-block': (name) => ({
    loss: 'note',
    what: `The block ${name} is hidden in WordPress, with what is in it. It was left out.`,
    whatToDo: 'Nothing, if readers are not to see it.',
  }),
  embed: (name) => ({
    loss: 'altered',
    what: `An address of ${name} alone in a line, which WordPress may show as a player or card, is a link now.`,
    whatToDo: `Where it was a player, put in the code that ${name} gives for embedding, or bring in players of well-known hosts: --embeds.`,
  }),
  player: (name) => ({
    loss: 'note',
    what: `An address of ${name} alone in a line is a player (iframe) now.`,
    whatToDo: 'Let the front end show such frames.',
  }),
  'missing-gallery-image': () => ({
    loss: 'altered',
    what: 'A gallery has images that the export does not have. They were left out.',
    whatToDo: 'Export all content, media too, and run this again.',
  }),
  'page-break': () => ({
    loss: 'note',
    what: 'It had several pages (<!--nextpage-->); they are one now.',
    whatToDo: 'Nothing, or make several posts of it.',
  }),
};

/** Counts over a whole export, for report lines about all of it. */
export class LossCounts {
  private readonly counts = new Map<string, Map<string, number>>();

  add(of: string, name = '', count = 1): void {
    const names = this.counts.get(of) ?? new Map<string, number>();
    this.counts.set(of, names.set(name, (names.get(name) ?? 0) + count));
  }

  total(of: string): number {
    return [...(this.counts.get(of)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  }

  /** The names with their counts, the most frequent ones first. */
  each(of: string): [name: string, count: number][] {
    return [...(this.counts.get(of) ?? [])].sort(([, a], [, b]) => b - a);
  }

  /** The most frequent ones first: `/about/ (14), /contact/ (9)`. */
  list(of: string, most: number): string {
    const names = [...(this.counts.get(of) ?? [])].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
    const shown = names.slice(0, most).map(([name, count]) => `${name} (${count})`);
    return `${shown.join(', ')}${names.length > most ? ` and ${names.length - most} more` : ''}`;
  }
}

/** The report lines about the whole export. */
export const addTotals = (report: ReportWriter, counts: LossCounts): void => {
  for (const [name, count] of counts.each('fields')) {
    report.add(
      { loss: 'left-out', kind: 'post', where: 'all posts' },
      `The custom field "${shown(name)}" was not brought in: posts have none like it here.`,
      'Write into the text what readers are to see of it.',
      count,
    );
  }
  const add = (of: string, { loss, what, whatToDo }: Words): void => {
    const total = counts.total(of);
    if (total > 0) report.add({ kind: 'post', where: 'all posts', loss }, what, whatToDo, total);
  };
  add('comments', {
    loss: 'left-out',
    what: 'Comments were not brought in: posts have none here.',
    whatToDo: 'Keep the export, or move them to a comment service.',
  });
  // Who wants them says so; without them nothing is lost.
  add('authors', {
    loss: 'note',
    what: `Authors were not brought in. The export has ${counts.list('authors', 5)}.`,
    whatToDo: 'Bring them in by their names: --authors.',
  });
  add('excerpts', {
    loss: 'left-out',
    what: 'Excerpts that were written by hand were not brought in: posts have none here.',
    whatToDo: 'Let them be meta descriptions where there are none: --excerpts-as-descriptions.',
  });
  add('taxonomies', {
    loss: 'left-out',
    what: `Terms of other taxonomies than categories and tags were not brought in: ${counts.list('taxonomies', 10)}.`,
    whatToDo: 'Nothing, or make tags of them in WordPress and export again.',
  });
  add('technical', {
    loss: 'note',
    what: `Fields that plugins and themes keep beside posts were not brought in: ${counts.list('technical', 50)}.`,
    whatToDo: 'Nothing, unless readers saw something of them.',
  });
};
