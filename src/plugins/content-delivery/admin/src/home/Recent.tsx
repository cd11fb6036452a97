import { Flex, Typography } from '@strapi/design-system';
import { Widget } from '@strapi/strapi/admin';
import type { RecentPosts } from '../../../contracts/home';
import { withQuery } from '../shared/api/queries';
import { useAnswer } from '../shared/api/use-answer';
import { PLUGIN_ID } from '../shared/plugin-id';
import { useShownWebsite } from '../shared/shown-website';
import { useText } from '../shared/text';
import { ShownWebsiteNote } from '../website-switch/ShownWebsiteNote';
import { PostRows } from './PostRows';

/** On the home page: the posts that the user changed last. */
export const Recent = () => {
  const text = useText();
  const shown = useShownWebsite();
  const { answer, problem } = useAnswer<{ data: RecentPosts }>(
    withQuery(`/${PLUGIN_ID}/home/recent`, { website: shown?.documentId }),
  );
  if (problem !== null) return <Widget.Error>{problem}</Widget.Error>;
  if (!answer) return <Widget.Loading />;
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <ShownWebsiteNote />
      {answer.data.length === 0 ? (
        <Typography textColor="neutral600">{text('home.no-recent')}</Typography>
      ) : (
        <PostRows posts={answer.data} />
      )}
    </Flex>
  );
};
