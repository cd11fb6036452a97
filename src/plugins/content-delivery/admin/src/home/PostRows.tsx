import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { HomePost } from '../../../contracts/home';
import { contentManager } from '../shared/content-manager';
import { useShortMoment } from '../shared/moments/use-short-moment';
import { useText } from '../shared/text';

/** Posts with their websites and a date each. */
export const PostRows = ({ posts }: { posts: readonly HomePost[] }) => {
  const text = useText();
  const moment = useShortMoment();
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
      {posts.map((post) => (
        <Flex key={post.documentId} tag="li" gap={3} justifyContent="space-between" wrap="wrap">
          <Link tag={NavLink} to={contentManager.post(post.documentId)}>
            {post.title || text('calendar.no-title')}
          </Link>
          <Typography variant="pi" textColor="neutral600">
            {[post.website, moment(post.at)].filter((part) => part !== null).join(' · ')}
          </Typography>
        </Flex>
      ))}
    </Flex>
  );
};
