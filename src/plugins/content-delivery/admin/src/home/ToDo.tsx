import { Flex, Link, LinkButton, Typography } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { Widget } from '@strapi/strapi/admin';
import { NavLink } from 'react-router-dom';
import type { Home, HomePosts } from '../../../contracts/home';
import { CALENDAR_ROUTE } from '../calendar/paths';
import { useAnswer } from '../shared/api/use-answer';
import { contentManager } from '../shared/content-manager';
import { useShortMoment } from '../shared/moments/use-short-moment';
import { PLUGIN_ID } from '../shared/plugin-id';
import { useText } from '../shared/text';

/** On the home page: drafts, what colleagues wait for, and what readers see next. */
export const ToDo = () => {
  const text = useText();
  const { answer, problem } = useAnswer<{ data: Home }>(`/${PLUGIN_ID}/home`);
  if (problem !== null) return <Widget.Error>{problem}</Widget.Error>;
  if (!answer) return <Widget.Loading />;
  const { drafts, toPublish, scheduled, mayWrite } = answer.data;
  const lists = [
    ['drafts', drafts],
    ['to-publish', toPublish],
    ['scheduled', scheduled],
  ] as const;
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      {lists.every(([, list]) => !list || list.total === 0) && (
        <Typography textColor="neutral600">{text('home.nothing')}</Typography>
      )}
      {lists.map(([name, list]) => list && list.total > 0 && <List key={name} name={name} list={list} />)}
      <Flex gap={4} wrap="wrap" alignItems="center">
        {mayWrite && (
          <LinkButton tag={NavLink} to={contentManager.newPost} startIcon={<Pencil />}>
            {text('home.write')}
          </LinkButton>
        )}
        <Link tag={NavLink} to={`/${CALENDAR_ROUTE}`}>
          {text('home.calendar')}
        </Link>
      </Flex>
    </Flex>
  );
};

const List = ({ name, list: { total, posts } }: { name: string; list: HomePosts }) => {
  const text = useText();
  const moment = useShortMoment();
  const titleId = `home-${name}`;
  return (
    <Flex tag="section" aria-labelledby={titleId} direction="column" alignItems="stretch" gap={1}>
      <Typography id={titleId} tag="h3" variant="delta">
        {text(`home.${name}`, { total })}
      </Typography>
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
      {total > posts.length && (
        <Typography variant="pi" textColor="neutral600">
          {text('home.more', { count: total - posts.length })}
        </Typography>
      )}
    </Flex>
  );
};
