import { Box, Flex, Link, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';
import type { KeywordPlace } from '../../../../contracts/links';
import { contentManager } from '../../shared/content-manager';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { useRelation } from '../use-relation';
import { useKeywordPlaces } from './use-keyword-places';

/** @param documentId of the internal link; null for a new one */
export const KeywordPlacesList = ({ documentId }: { documentId: string | null }) => {
  const text = useText();
  const keyword = (useField<string | null>('keyword').value ?? '').trim();
  const url = useField<string | null>('url').value ?? '';
  const { picks, isLoading } = useRelation('account');
  const account = picks.at(-1)?.documentId;
  const isAsked = keyword !== '' && account !== undefined;
  const { found, problem } = useKeywordPlaces(isAsked ? { keyword, url, account, link: documentId } : null);

  const state = () => {
    if (keyword === '') return text('keyword-places.no-keyword');
    if (account === undefined && !isLoading) return text('keyword-places.no-account');
    if (!found) return text('keyword-places.looking');
    if (!found.isDone) {
      const percent = Math.min(99, Math.floor((100 * found.looked) / Math.max(1, found.total)));
      return text('keyword-places.so-far', { posts: found.posts, percent });
    }
    return text('keyword-places.found', { posts: found.posts });
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      {problem !== null ? (
        <Notice tone="danger">{problem}</Notice>
      ) : (
        <Typography role="status">{state()}</Typography>
      )}
      {found && found.places.length > 0 && (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={3}>
          {found.places.map((place) => (
            <Place key={place.post.documentId} place={place} />
          ))}
        </Flex>
      )}
      {found?.isDone && found.posts > found.places.length && (
        <Typography variant="pi" textColor="neutral600">
          {text('keyword-places.more', { count: found.posts - found.places.length })}
        </Typography>
      )}
      <Typography variant="pi" textColor="neutral600">
        {text('keyword-places.about')}
      </Typography>
    </Flex>
  );
};

const Place = ({ place: { post, website, before, found, after } }: { place: KeywordPlace }) => {
  const text = useText();
  return (
    <Box tag="li" style={{ overflowWrap: 'anywhere' }}>
      {/* What is typed here is not saved yet. */}
      <Link tag={NavLink} to={contentManager.post(post.documentId)} target="_blank">
        {post.title || text('no-title')}
      </Link>
      <Typography tag="p" variant="pi" textColor="neutral600">
        {website}
      </Typography>
      <Typography tag="p" variant="pi">
        {before}
        <strong>{found}</strong>
        {after}
      </Typography>
    </Box>
  );
};
