import { useState } from 'react';
import { Flex, TextButton } from '@strapi/design-system';
import type { HomeList, HomePosts } from '../../../contracts/home';
import { withQuery } from '../shared/api/queries';
import { useAnswer } from '../shared/api/use-answer';
import { Notice } from '../shared/Notice';
import { PLUGIN_ID } from '../shared/plugin-id';
import { useShownWebsite } from '../shared/shown-website';
import { useText } from '../shared/text';
import { PostRows } from './PostRows';

interface MorePostsProps {
  list: HomeList;
  /** How many stand above. */
  start: number;
  total: number;
}

/** What follows in a list, a part at a time. */
export const MorePosts = ({ list, start, total }: MorePostsProps) => {
  const text = useText();
  const shown = useShownWebsite();
  const [isAsked, setAsked] = useState(false);
  const { answer, isLoading, problem, reload } = useAnswer<{ data: HomePosts }>(
    isAsked
      ? withQuery(`/${PLUGIN_ID}/home/posts`, { list, start: String(start), website: shown?.documentId })
      : null,
  );
  if (answer) {
    const { posts, total: now } = answer.data;
    const end = start + posts.length;
    return (
      <>
        <PostRows posts={posts} />
        {posts.length > 0 && now > end && <MorePosts list={list} start={end} total={now} />}
      </>
    );
  }
  if (problem !== null)
    return (
      <Notice tone="warning" action={<TextButton onClick={reload}>{text('try-again')}</TextButton>}>
        {problem}
      </Notice>
    );
  return (
    <Flex>
      <TextButton onClick={() => setAsked(true)} loading={isLoading}>
        {text('more', { count: total - start })}
      </TextButton>
    </Flex>
  );
};
