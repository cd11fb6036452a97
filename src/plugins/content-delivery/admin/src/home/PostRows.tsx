import { Flex } from '@strapi/design-system';
import type { HomePost } from '../../../contracts/home';
import { contentManager } from '../shared/content-manager';
import { useShortMoment } from '../shared/moments/use-moments';
import { useText } from '../shared/text';
import { HomeRow } from './HomeRow';

/** Posts with their websites and a date each. */
export const PostRows = ({ posts }: { posts: readonly HomePost[] }) => {
  const text = useText();
  const moment = useShortMoment();
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
      {posts.map((post) => (
        <HomeRow
          key={post.documentId}
          to={contentManager.post(post.documentId)}
          title={post.title || text('no-title')}
          about={[post.website, moment(post.at)].filter((part) => part !== null).join(' · ')}
        />
      ))}
    </Flex>
  );
};
