import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { createPortal } from 'react-dom';
import { NavLink, useLocation } from 'react-router-dom';
import type { FileUse, FileUses } from '../../../contracts/media-library';
import { useAnswer } from '../shared/api/use-answer';
import { entryPath } from '../shared/content-manager';
import { PLUGIN_ID } from '../shared/plugin-id';
import { useText } from '../shared/text';
import { usePlace } from '../shared/use-place';
import { fileInDetails, putIntoDetails } from './details';

/** In the media library's details of a file: where the file is used. */
export const UsedIn = () => {
  const file = fileInDetails(useLocation());
  const place = usePlace(putIntoDetails, file !== null);
  return file !== null && place ? createPortal(<Uses key={file} file={file} />, place) : null;
};

const Uses = ({ file }: { file: number }) => {
  const text = useText();
  const { answer, problem } = useAnswer<{ data: FileUses }>(`/${PLUGIN_ID}/files/${file}/uses`);
  const { uses = [], more = 0 } = answer?.data ?? {};
  const isUnused = answer && uses.length === 0 && more === 0;
  return (
    <Flex
      tag="section"
      aria-labelledby="used-in"
      direction="column"
      alignItems="stretch"
      gap={2}
      padding={4}
      paddingTop={0}
    >
      <Typography id="used-in" tag="h3" variant="delta">
        {text('media.used-in.title')}
      </Typography>
      {problem && <Typography textColor="danger700">{problem}</Typography>}
      {!answer && !problem && <Typography textColor="neutral600">{text('media.used-in.looking')}</Typography>}
      {isUnused && <Typography textColor="neutral600">{text('media.used-in.nothing')}</Typography>}
      {(uses.length > 0 || more > 0) && (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
          {uses.map((use, index) => (
            <Use key={index} use={use} />
          ))}
          {more > 0 && (
            <Typography tag="li" textColor="neutral600">
              {text(uses.length > 0 ? 'media.used-in.more' : 'media.used-in.hidden', { count: more })}
            </Typography>
          )}
        </Flex>
      )}
    </Flex>
  );
};

const Use = ({ use: { type, title, website, isLive, entry } }: { use: FileUse }) => {
  const text = useText();
  const name = title || text('no-title');
  const about = [type, website, text(isLive ? 'media.in-use.live' : 'media.in-use.not-live')];
  return (
    <Box tag="li">
      {entry ? (
        <Link tag={NavLink} to={entryPath(entry)}>
          {name}
        </Link>
      ) : (
        <Typography>{name}</Typography>
      )}
      <Typography tag="p" variant="pi" textColor="neutral600">
        {about.filter((part) => part !== null).join(' · ')}
      </Typography>
    </Box>
  );
};
