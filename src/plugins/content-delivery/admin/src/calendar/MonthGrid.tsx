import { useState, type DragEvent } from 'react';
import { Button, Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import type { Calendar, CalendarDrip, CalendarPost } from '../../../contracts/calendar';
import { useText } from '../shared/text';
import { DripEntry, PostEntry } from './entries';
import { dayOf, isSameDay, monthOf, type Month } from './months';

/** More of a day are behind a button. */
const SHOWN = 4;

interface Props {
  month: Month;
  weeks: readonly (readonly Date[])[];
  now: Date;
  calendar: Calendar;
  showsWebsites: boolean;
  isBusy: boolean;
  onMove(post: CalendarPost): void;
  onDrop(post: CalendarPost, day: Date): void;
}

/** A month as a table; on a narrow screen, a list of the days that have something. */
export const MonthGrid = ({ month, weeks, now, calendar, ...rest }: Props) => {
  const { formatDate } = useIntl();
  const [dragged, setDragged] = useState<CalendarPost | null>(null);
  return (
    <Table>
      <thead>
        <tr>
          {weeks[0]?.map((day) => (
            <th key={day.getDay()} scope="col" abbr={formatDate(day, { weekday: 'long' })}>
              <Typography variant="sigma" textColor="neutral600">
                {formatDate(day, { weekday: 'short' })}
              </Typography>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0] && dayOf(week[0])}>
            {week.map((day) => (
              <Day
                key={dayOf(day)}
                day={day}
                isOther={monthOf(day) !== month}
                now={now}
                posts={calendar.posts.filter(({ at }) => isSameDay(new Date(at), day))}
                drips={calendar.drips.filter(({ at }) => isSameDay(new Date(at), day))}
                dragged={dragged}
                onDrag={setDragged}
                {...rest}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
};

interface DayProps extends Pick<Props, 'now' | 'showsWebsites' | 'isBusy' | 'onMove' | 'onDrop'> {
  day: Date;
  isOther: boolean;
  posts: readonly CalendarPost[];
  drips: readonly CalendarDrip[];
  dragged: CalendarPost | null;
  onDrag(post: CalendarPost | null): void;
}

const Day = ({ day, isOther, now, posts, drips, dragged, onDrag, onDrop, ...rest }: DayProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const [isWhole, setWhole] = useState(false);
  const isToday = isSameDay(day, now);
  const shown = isWhole ? posts : posts.slice(0, SHOWN);
  const left = posts.length - shown.length;
  const takes = (event: DragEvent) => {
    if (dragged && !isSameDay(new Date(dragged.at), day)) event.preventDefault();
  };
  return (
    <Cell
      data-day={dayOf(day)}
      data-empty={posts.length + drips.length === 0 || undefined}
      $isOther={isOther}
      onDragOver={takes}
      onDrop={(event) => {
        event.preventDefault();
        if (dragged) onDrop(dragged, day);
        onDrag(null);
      }}
    >
      <Typography
        tag="h3"
        variant="pi"
        fontWeight={isToday ? 'bold' : 'regular'}
        textColor={isToday ? 'primary600' : isOther ? 'neutral600' : 'neutral800'}
        {...(isToday && { 'aria-current': 'date' })}
      >
        <Wide>{formatDate(day, { day: 'numeric', ...(day.getDate() === 1 && { month: 'short' }) })}</Wide>
        <Narrow>{formatDate(day, { weekday: 'short', day: 'numeric', month: 'short' })}</Narrow>
      </Typography>
      {posts.length + drips.length > 0 && (
        <ul>
          {drips.map((drip) => (
            <DripEntry key={drip.campaign.documentId} drip={drip} showsWebsite={rest.showsWebsites} />
          ))}
          {shown.map((post) => (
            <PostEntry
              key={post.documentId}
              post={post}
              now={now}
              showsWebsite={rest.showsWebsites}
              isBusy={rest.isBusy}
              onMove={rest.onMove}
              onDrag={onDrag}
            />
          ))}
        </ul>
      )}
      {(left > 0 || isWhole) && (
        <Button size="S" variant="ghost" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? text('calendar.fewer') : text('calendar.more', { count: left })}
        </Button>
      )}
    </Cell>
  );
};

const NARROW = '(max-width: 1023px)';

const Wide = styled.span`
  @media ${NARROW} {
    display: none;
  }
`;

const Narrow = styled.span`
  @media not ${NARROW} {
    display: none;
  }
`;

const Table = styled.table`
  width: 100%;
  table-layout: fixed;
  border-collapse: collapse;

  th {
    padding: ${({ theme }) => theme.spaces[2]};
    text-align: left;
  }
  ul {
    display: flex;
    flex-direction: column;
    gap: ${({ theme }) => theme.spaces[1]};
    margin-top: ${({ theme }) => theme.spaces[1]};
  }

  @media ${NARROW} {
    &,
    tbody,
    tr,
    td {
      display: block;
    }
    thead,
    td[data-empty] {
      display: none;
    }
  }
`;

const Cell = styled.td<{ $isOther: boolean }>`
  height: 10rem;
  padding: ${({ theme }) => theme.spaces[2]};
  vertical-align: top;
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  background: ${({ theme, $isOther }) => ($isOther ? theme.colors.neutral100 : theme.colors.neutral0)};

  @media ${NARROW} {
    height: auto;
  }
`;
