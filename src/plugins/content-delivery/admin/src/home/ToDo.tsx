import { Flex, Link, LinkButton, Typography } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { Widget } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';
import type { Home, HomeList, HomePosts } from '../../../contracts/home';
import { CALENDAR_ROUTE } from '../calendar/paths';
import { LINKS_ROUTE } from '../links/paths';
import { withQuery } from '../shared/api/queries';
import { useAnswer } from '../shared/api/use-answer';
import { contentManager } from '../shared/content-manager';
import { PLUGIN_ID } from '../shared/plugin-id';
import { useContentPermissions } from '../shared/permissions';
import { useShownWebsite } from '../shared/shown-website';
import { useText } from '../shared/text';
import { useGetWebsiteNamesQuery } from '../website-switch/lists';
import { ShownWebsiteNote } from '../website-switch/ShownWebsiteNote';
import { FirstSteps } from '../websites/FirstSteps';
import { FailedWorkRows } from './FailedWorkRows';
import { HomeSection } from './HomeSection';
import { MorePosts } from './MorePosts';
import { PostRows } from './PostRows';
import { UnsavedRows } from './UnsavedRows';

/** On the home page: what needs doing, which is to add a website while there is none. */
export const ToDo = () => {
  const { data: websites, isLoading } = useGetWebsiteNamesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const may = useContentPermissions();
  if (isLoading || may.isLoading) return <Widget.Loading />;
  return websites?.length === 0 ? <FirstSteps mayAddWebsite={may.mayAddWebsite} isBoxed /> : <Waiting />;
};

/** Drafts, what colleagues wait for, and what readers see next. */
const Waiting = () => {
  const text = useText();
  const shown = useShownWebsite();
  const { answer, problem } = useAnswer<{ data: Home }>(
    withQuery(`/${PLUGIN_ID}/home`, { website: shown?.documentId }),
  );
  if (problem !== null) return <Widget.Error>{problem}</Widget.Error>;
  if (!answer) return <Widget.Loading />;
  const { drafts, changed, toPublish, scheduled, unsaved, failed, deadLinks, mayWrite } = answer.data;
  const lists = [
    ['toPublish', toPublish],
    ['changed', changed],
    ['drafts', drafts],
    ['scheduled', scheduled],
  ] as const;
  const isNothing =
    failed.length + unsaved.length === 0 &&
    !deadLinks &&
    lists.every(([, list]) => !list || list.total === 0);
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <ShownWebsiteNote />
      {isNothing && <Typography textColor="neutral600">{text('home.nothing')}</Typography>}
      {failed.length > 0 && <FailedWorkRows failed={failed} />}
      {unsaved.length > 0 && <UnsavedRows unsaved={unsaved} />}
      {lists.map(([name, list]) => list && list.total > 0 && <List key={name} name={name} list={list} />)}
      {deadLinks !== null && deadLinks > 0 && (
        <Link tag={NavLink} to={`/${LINKS_ROUTE}`}>
          {text('home.dead-links', { count: deadLinks })}
        </Link>
      )}
      <Flex gap={4} wrap="wrap" alignItems="center">
        {mayWrite && (
          <LinkButton tag={NavLink} to={contentManager.newPost} startIcon={<Pencil />}>
            {text('websites.write-post')}
          </LinkButton>
        )}
        <Link tag={NavLink} to={`/${CALENDAR_ROUTE}`}>
          {text('home.calendar')}
        </Link>
      </Flex>
    </Flex>
  );
};

const List = ({ name, list: { total, posts } }: { name: HomeList; list: HomePosts }) => {
  const text = useText();
  return (
    <HomeSection title={text(`home.${name}`, { total })}>
      <PostRows posts={posts} />
      {total > posts.length && <MorePosts list={name} start={posts.length} total={total} />}
    </HomeSection>
  );
};
