import { Td, Tr, Typography } from '@strapi/design-system';
import type { PurgeAttempt } from '../../../../contracts/purge-targets';
import { useAnswer } from '../../shared/api/use-answer';
import { useExactMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { Attempt, resultOf } from '../receivers/Attempt';
import { SentTable } from '../receivers/SentTable';

/** Milliseconds between two looks. */
const LOOK_EVERY = 3_000;

const COLUMNS = ['at', 'tags', 'state'] as const;
/** Tags of one request that are shown. */
const SHOWN_TAGS = 5;

interface Props {
  /** The server's, for the cache. */
  route: string;
  /** Changes when something was asked for that changes the list. */
  since: string;
}

/** The latest purges of a cache, with what came of them. */
export const PurgedTags = ({ route, since }: Props) => {
  const text = useText();
  const when = useExactMoment();
  const { answer, problem } = useAnswer<{ data: PurgeAttempt[] }>(
    `${route}/attempts`,
    () => LOOK_EVERY,
    since,
  );

  return (
    <SentTable words="caches.purged" columns={COLUMNS} rows={answer?.data} problem={problem}>
      {({ at, tags, isAccepted, ...attempt }, place) => (
        <Tr key={`${at} ${place}`}>
          <Td>
            <Typography>{when(at)}</Typography>
          </Td>
          <Td>
            <Typography style={{ overflowWrap: 'anywhere' }}>
              {tags.slice(0, SHOWN_TAGS).join(', ')}
              {tags.length > SHOWN_TAGS && ` ${text('more', { count: tags.length - SHOWN_TAGS })}`}
            </Typography>
          </Td>
          <Td>
            <details>
              <summary>
                <Typography fontWeight="bold" textColor={isAccepted ? 'neutral800' : 'danger600'}>
                  {text(isAccepted ? 'caches.purged.taken' : 'caches.purged.failed', {
                    result: resultOf(attempt, text),
                  })}
                </Typography>
              </summary>
              <Attempt attempt={attempt} at={when(at)} />
            </details>
          </Td>
        </Tr>
      )}
    </SentTable>
  );
};
