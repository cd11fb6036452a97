import { Flex } from '@strapi/design-system';
import type { HomeUnsaved } from '../../../contracts/home';
import { entryPath, newEntryPath } from '../shared/content-manager';
import { useShortMoment } from '../shared/moments/use-moments';
import { useText } from '../shared/text';
import { HomeRow } from './HomeRow';
import { HomeSection } from './HomeSection';

/** What the user has typed and not saved: each form offers it again when it is opened. */
export const UnsavedRows = ({ unsaved }: { unsaved: readonly HomeUnsaved[] }) => {
  const text = useText();
  const moment = useShortMoment();
  return (
    <HomeSection title={text('home.unsaved')}>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
        {unsaved.map(({ uid, type, entry, title, at }, index) => (
          <HomeRow
            key={index}
            to={entry === null ? newEntryPath(uid) : entryPath({ uid, documentId: entry })}
            title={title || text('no-title')}
            about={`${type} · ${moment(at)}`}
          />
        ))}
      </Flex>
    </HomeSection>
  );
};
