import { Flex, Status, Typography } from '@strapi/design-system';
import type { PostState as State } from '../../../contracts/calendar';
import { useShortMoment } from '../shared/moments/use-moments';
import { useNow } from '../shared/moments/use-now';
import { useText } from '../shared/text';
import { useListedState } from './listed-state';

const COLORS = { live: 'success', scheduled: 'warning', draft: 'secondary' } as const;

const kindOf = ({ visibility, waitsUntil }: State, now: Date): keyof typeof COLORS => {
  if (visibility === 'not-published') return 'draft';
  const hasCome = waitsUntil !== null && new Date(waitsUntil) <= now;
  return visibility === 'live' || hasCome ? 'live' : 'scheduled';
};

/** How readers see a post: live, from when on, or not at all. */
export const PostState = ({ documentId }: { documentId: string }) => {
  const text = useText();
  const moment = useShortMoment();
  const now = useNow();
  const { state, hasFailed } = useListedState(documentId);
  if (!state)
    return <Typography textColor="neutral600">{hasFailed ? text('post-state.unknown') : ''}</Typography>;

  const kind = kindOf(state, now);
  const date = { draft: state.plannedFor, scheduled: state.waitsUntil, live: null }[kind];
  const label = date ? text(`post-state.${kind}-for`, { when: moment(date) }) : text(`post-state.${kind}`);
  return (
    <Flex
      direction="column"
      alignItems="flex-start"
      gap={1}
      data-post-state={kind}
      style={{ whiteSpace: 'nowrap' }}
    >
      <Status variant={COLORS[kind]} size="S">
        <Typography textColor="neutral800">{label}</Typography>
      </Status>
      {state.unpublishedChanges && (
        <Typography variant="pi" textColor="neutral600">
          {text('post-state.with-changes')}
        </Typography>
      )}
    </Flex>
  );
};
