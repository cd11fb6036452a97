import { Flex, IconButton, Link, Typography } from '@strapi/design-system';
import { Calendar as CalendarIcon } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import type { CalendarDrip, CalendarPost } from '../../../contracts/calendar';
import { contentManager } from '../shared/content-manager';
import { useTimeOfDay } from '../shared/moments/use-moments';
import { useText } from '../shared/text';

interface PostProps {
  post: CalendarPost;
  now: Date;
  showsWebsite: boolean;
  isBusy: boolean;
  onMove(post: CalendarPost): void;
  onDrag(post: CalendarPost | null): void;
}

/** A post in its day, which can be dragged to another one. */
export const PostEntry = ({ post, now, showsWebsite, isBusy, onMove, onDrag }: PostProps) => {
  const text = useText();
  const timeOfDay = useTimeOfDay();
  const title = post.title || text('no-title');
  const isMissed = post.state === 'planned' && new Date(post.at) <= now;
  const mayMove = post.mayMove && !isBusy;
  return (
    <Entry
      $state={isMissed ? 'missed' : post.state}
      draggable={mayMove}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', title);
        onDrag(post);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <Flex gap={1} justifyContent="space-between" alignItems="flex-start">
        <Typography variant="pi" textColor="neutral700">
          {timeOfDay(post.at)} · {text(isMissed ? 'calendar.missed' : `calendar.state.${post.state}`)}
        </Typography>
        {post.mayMove && (
          <IconButton
            size="XS"
            variant="ghost"
            disabled={isBusy}
            label={text('calendar.move-one', { title })}
            onClick={() => onMove(post)}
          >
            <CalendarIcon />
          </IconButton>
        )}
      </Flex>
      <Link tag={NavLink} to={contentManager.post(post.documentId)} draggable={false}>
        {title}
      </Link>
      {showsWebsite && <WebsiteName>{post.website.name}</WebsiteName>}
    </Entry>
  );
};

interface DripProps {
  drip: CalendarDrip;
  showsWebsite: boolean;
}

/** Pages that a drip publishes together. */
export const DripEntry = ({ drip: { campaign, website, at, pages }, showsWebsite }: DripProps) => {
  const text = useText();
  const timeOfDay = useTimeOfDay();
  return (
    <Entry $state="scheduled">
      <Typography variant="pi" textColor="neutral700">
        {timeOfDay(at)}
      </Typography>
      <Link tag={NavLink} to={contentManager.campaign(campaign.documentId)}>
        {text('calendar.drip', { pages, campaign: campaign.name })}
      </Link>
      {showsWebsite && <WebsiteName>{website.name}</WebsiteName>}
    </Entry>
  );
};

const WebsiteName = ({ children }: { children: string }) => (
  <Typography variant="pi" textColor="neutral600" ellipsis>
    {children}
  </Typography>
);

const COLORS = {
  live: 'success500',
  scheduled: 'warning500',
  planned: 'neutral300',
  missed: 'danger500',
} as const;

const Entry = styled.li<{ $state: keyof typeof COLORS }>`
  display: flex;
  flex-direction: column;
  min-width: 0;
  padding: ${({ theme }) => theme.spaces[1]} ${({ theme }) => theme.spaces[2]};
  border-left: 3px solid ${({ theme, $state }) => theme.colors[COLORS[$state]]};
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme }) => theme.colors.neutral100};

  a {
    overflow-wrap: anywhere;
    white-space: normal;
  }
  &[draggable='true'] {
    cursor: grab;
  }
`;
