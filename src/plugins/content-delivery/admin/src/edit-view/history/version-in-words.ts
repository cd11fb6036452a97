import type { Author, VersionInfo } from '../../../../contracts/history';
import { useExactMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';

/** Who did something, for people; empty where no user did. */
export const useAuthorInWords = () => {
  const text = useText();
  return (author: Author): string => {
    if (author.kind === 'none') return '';
    return author.kind === 'former' ? text('history.former-colleague') : author.name;
  };
};

/** When a version was published, by whom and how, in one line. */
export const useVersionInWords = () => {
  const text = useText();
  const moment = useExactMoment();
  const authorInWords = useAuthorInWords();
  return ({ at, by, source }: VersionInfo): string =>
    [
      moment(at),
      authorInWords(by),
      text(source === 'unknown' ? 'history.source.unknown' : `activity.source.${source}`),
    ]
      .filter((part) => part !== '')
      .join(' · ');
};
