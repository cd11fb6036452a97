import type { LinkedContent } from './html/links';
import type { Loss } from '../../../contracts/import-reports';
import type { ReportLine, ReportWriter } from './report';
import { listed, shown } from './texts';

type Say = (what: string, whatToDo: string) => void;

/** What there is to say of one post. What holds for many of them becomes one line of the report. */
export interface Remarks {
  altered: Say;
  note: Say;
  leftOut: Say;
}

/** @param where what the report calls the post */
export const remarksOn = (report: ReportWriter, where: string): Remarks => {
  const saying =
    (loss: Loss): Say =>
    (what, whatToDo) =>
      report.addRepeated({ kind: 'post', where, loss }, what, whatToDo);
  return { altered: saying('altered'), note: saying('note'), leftOut: saying('left-out') };
};

/** Of a post whose links to other posts stay as they are. */
export const sayLinksStay = ({ note }: Remarks): void =>
  note(
    'It links to posts by their addresses on the old website.',
    'Let such links lead to the new ones with --links-to and the path of posts there, such as --links-to /blog/. Or let the front end redirect.',
  );

/** Addresses that a line names. */
const NAMED = 10;

/** What of the old website texts still need, in one line for each host and kind. */
export const sayOldAddresses = (
  report: ReportWriter,
  { toOthers, toFiles, notTaken, left, beside }: Omit<LinkedContent, 'html' | 'toPosts'>,
  areFilesTaken: boolean,
): void => {
  const say = (
    addresses: readonly URL[],
    words: (host: string) => Pick<ReportLine, 'loss' | 'what' | 'whatToDo'>,
  ) => {
    for (const { host, pathname, search } of addresses) {
      const { loss, what, whatToDo } = words(host);
      const where = shown(`${pathname}${search}`);
      report.addRepeated({ kind: 'website', where, loss }, what, whatToDo, '', NAMED);
    }
  };
  say(toOthers, (host) => ({
    loss: 'note',
    what: `Links to other pages of ${host} were left as they are.`,
    whatToDo: 'Make these pages on the new website, or correct the links.',
  }));
  say(areFilesTaken ? notTaken : toFiles, (host) => ({
    loss: 'left-out',
    what: `Files of ${host} are linked to, played or shown as a background, and not copied.`,
    whatToDo: areFilesTaken
      ? 'Put them where they are to stay and correct the addresses before the old website is switched off.'
      : 'Bring them in (--linked-files), or put them where they are to stay and correct the addresses before the old website is switched off.',
  }));
  say(left, (host) => ({
    loss: 'left-out',
    what: `Addresses of ${host} stay in texts where nothing is copied or linked anew: in frames, forms, scripts, styles, drawings, data of plugins, addresses of other websites, or between words.`,
    whatToDo: 'Put what they lead to elsewhere, and correct them before the old website is switched off.',
  }));
  say(beside, (host) => ({
    loss: 'note',
    what: `Addresses of ${host} stand where nothing shows them: beside pictures, for other sizes of these (data-orig-file and its like), and in comments.`,
    whatToDo: 'Nothing, or take them out.',
  }));
};

export const sayCanonical = ({ altered }: Remarks): void =>
  altered(
    'It names another page as the original (canonical address). Front ends do not get to know that.',
    'Put it into the front end.',
  );

/** @param given the slug that it had at the source */
export const sayOtherSlug = ({ altered }: Remarks, given: string, slug: string): void =>
  altered(
    `Its slug "${given.slice(0, 80)}" does not work here, or another post has it. It has "${slug}".`,
    'Change it here, or redirect its old address.',
  );

/** @param areKept whether posts keep their authors */
export const sayAuthors = (
  report: ReportWriter,
  { altered }: Remarks,
  names: readonly string[],
  areKept: boolean,
): void => {
  if (!areKept) {
    for (const name of names) {
      report.addRepeated(
        { loss: 'note', kind: 'author', where: shown(name) },
        'Posts came without their authors.',
        'Bring them in: --authors.',
      );
    }
  } else if (names.length > 1) {
    altered(
      `It has several authors: ${listed(names)}. A post has one here, the first.`,
      'Name the others in the text.',
    );
  }
};
