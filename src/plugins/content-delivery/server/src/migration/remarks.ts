import type { Loss, ReportWriter } from './report';
import { listed } from './texts';

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
      report.addRepeated({ kind: 'post', where, loss, what, whatToDo });
  return { altered: saying('altered'), note: saying('note'), leftOut: saying('left-out') };
};

/** Of a post whose links to other posts stay as they are. */
export const sayLinksStay = ({ note }: Remarks): void =>
  note(
    'It links to posts by their addresses on the old website.',
    'Let such links lead to the new ones with --links-to and the path of posts there, such as --links-to /blog/. Or let the front end redirect.',
  );

/** Of a post that links to what does not come. @param links as the report names them */
export const sayLinksToOthers = ({ note }: Remarks, links: readonly string[]): void => {
  if (links.length === 0) return;
  note(
    `It links to pages or files of the old website, which stay there: ${listed(links)}.`,
    'Bring files in (--linked-files), or put them elsewhere before the old website is switched off.',
  );
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
  { altered, leftOut }: Remarks,
  names: readonly string[],
  areKept: boolean,
): void => {
  if (names.length > 0 && !areKept) {
    leftOut(`Authors were not brought in: ${listed(names)}.`, 'Bring them in: --authors.');
  } else if (names.length > 1) {
    altered(
      `It has several authors: ${listed(names)}. A post has one here, the first.`,
      'Name the others in the text.',
    );
  }
};
