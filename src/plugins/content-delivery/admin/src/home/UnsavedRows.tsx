import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { HomeUnsaved } from '../../../contracts/home';
import { entryPath, newEntryPath } from '../shared/content-manager';
import { useShortMoment } from '../shared/moments/use-short-moment';
import { useText } from '../shared/text';

/** What the user has typed and not saved: each form offers it again when it is opened. */
export const UnsavedRows = ({ unsaved }: { unsaved: readonly HomeUnsaved[] }) => {
  const text = useText();
  const moment = useShortMoment();
  return (
    <Flex tag="section" aria-labelledby="home-unsaved" direction="column" alignItems="stretch" gap={1}>
      <Typography id="home-unsaved" tag="h3" variant="delta">
        {text('home.unsaved')}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
        {unsaved.map(({ uid, type, entry, title, at }, index) => (
          <Flex key={index} tag="li" gap={3} justifyContent="space-between" wrap="wrap">
            <Link
              tag={NavLink}
              to={entry === null ? newEntryPath(uid) : entryPath({ uid, documentId: entry })}
            >
              {title || text('calendar.no-title')}
            </Link>
            <Typography variant="pi" textColor="neutral600">
              {`${type} · ${moment(at)}`}
            </Typography>
          </Flex>
        ))}
      </Flex>
    </Flex>
  );
};
