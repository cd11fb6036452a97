import { useState } from 'react';
import { Button, Flex, IconButton, Typography } from '@strapi/design-system';
import { ChevronLeft, ChevronRight } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router-dom';
import type { Calendar, CalendarPost, MoveRequest } from '../../../contracts/calendar';
import { withQuery } from '../shared/api/queries';
import { useAnswer } from '../shared/api/use-answer';
import { useSend } from '../shared/api/use-send';
import { useMoment } from '../shared/moments/use-moments';
import { MINUTE_MS, useNow } from '../shared/moments/use-now';
import { Notice } from '../shared/Notice';
import { PLUGIN_ID } from '../shared/plugin-id';
import { useShownWebsite } from '../shared/shown-website';
import { useText } from '../shared/text';
import { ShownWebsiteNote } from '../website-switch/ShownWebsiteNote';
import { addMonths, endOf, monthOf, onDay, parseMonth, weekStartOf, weeksOf } from './months';
import { MonthGrid } from './MonthGrid';
import { MoveDialog } from './MoveDialog';
import { PanelPage } from '../shared/PanelPage';

/** What goes live when, month by month, and the way to another date. */
export const CalendarPage = () => {
  const text = useText();
  const moment = useMoment();
  const now = useNow();
  const { locale, formatDate } = useIntl();
  const [query, setQuery] = useSearchParams();
  const month = parseMonth(query.get('month')) ?? monthOf(now);
  const website = useShownWebsite();
  const weeks = weeksOf(month, weekStartOf(locale, navigator.language));
  const days = weeks.flat();
  const { answer, problem, isLoading, reload } = useAnswer<{ data: Calendar }>(
    withQuery(`/${PLUGIN_ID}/calendar`, {
      from: days[0]?.toISOString(),
      until: endOf(days[days.length - 1] as Date).toISOString(),
      website: website?.documentId,
    }),
    () => MINUTE_MS,
  );
  const { send, isSending, problem: refusal, forget } = useSend();
  const [moving, setMoving] = useState<CalendarPost | null>(null);
  const [moved, setMoved] = useState<{ post: CalendarPost; to: Date } | null>(null);

  const show = (change: Record<string, string | null>) => {
    forget();
    setMoved(null);
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(change)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setQuery(next, { replace: true });
  };
  const move = async (post: CalendarPost, to: Date) => {
    setMoving(null);
    setMoved(null);
    const body: MoveRequest = { from: post.at, to: to.toISOString() };
    const path = `/${PLUGIN_ID}/calendar/posts/${post.documentId}`;
    if (await send({ method: 'put', path, body })) setMoved({ post, to });
    reload();
  };

  const calendar = answer?.data;
  return (
    <PanelPage title={text('calendar.title')} subtitle={text('calendar.subtitle')}>
      <Flex gap={4} justifyContent="space-between" alignItems="flex-end" wrap="wrap">
        <Flex gap={2}>
          <IconButton label={text('calendar.previous')} onClick={() => show({ month: addMonths(month, -1) })}>
            <ChevronLeft />
          </IconButton>
          <IconButton label={text('calendar.next')} onClick={() => show({ month: addMonths(month, 1) })}>
            <ChevronRight />
          </IconButton>
          <Button variant="tertiary" onClick={() => show({ month: null })}>
            {text('calendar.today')}
          </Button>
          <Typography tag="h2" variant="beta" aria-live="polite">
            {formatDate(`${month}-15`, { month: 'long', year: 'numeric' })}
          </Typography>
        </Flex>
        <ShownWebsiteNote />
      </Flex>
      {(problem ?? refusal) !== null && <Notice tone="danger">{problem ?? refusal}</Notice>}
      {moved && (
        <Notice tone="success">
          {text('calendar.moved', {
            title: moved.post.title || text('no-title'),
            when: moment(moved.to.toISOString()),
          })}
        </Notice>
      )}
      {calendar?.isCut && <Notice tone="warning">{text('calendar.cut')}</Notice>}
      {isLoading && <Typography textColor="neutral600">{text('loading')}</Typography>}
      {calendar && calendar.posts.length + calendar.drips.length === 0 && (
        <Typography>{text('calendar.empty')}</Typography>
      )}
      {calendar && (
        <MonthGrid
          month={month}
          weeks={weeks}
          now={now}
          calendar={calendar}
          showsWebsites={website === null}
          isBusy={isSending}
          onMove={setMoving}
          onDrop={(post, day) => void move(post, onDay(new Date(post.at), day))}
        />
      )}
      <Typography variant="pi" textColor="neutral600">
        {text('calendar.zone', { zone: Intl.DateTimeFormat().resolvedOptions().timeZone })}{' '}
        {text('calendar.about-planned')}
      </Typography>
      {moving && (
        <MoveDialog post={moving} onMove={(to) => void move(moving, to)} onClose={() => setMoving(null)} />
      )}
    </PanelPage>
  );
};
