import { Button, Td, Tr, Typography } from '@strapi/design-system';
import type { SentEvent } from '../../../../contracts/webhooks';
import { useAnswer } from '../../shared/api/use-answer';
import { useSend } from '../../shared/api/use-send';
import { useExactMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { Attempt, resultOf } from '../receivers/Attempt';
import { SentTable } from '../receivers/SentTable';

/** Milliseconds between two looks, while something is to be sent and else. */
const SOON = 1_500;
const LATER = 10_000;

const COLUMNS = ['at', 'event', 'state', 'attempts', 'actions'] as const;

interface Props {
  /** The server's, for the events of the webhook. */
  route: string;
  /** Changes when something was asked for that changes the list. */
  since: string;
}

/** What was sent to a webhook lately, with what came of it. */
export const SentEvents = ({ route, since }: Props) => {
  const isSoon = ({ data }: { data: SentEvent[] }) => data.some(({ state }) => state === 'waiting');
  const { answer, problem, replace } = useAnswer<{ data: SentEvent[] }>(
    route,
    (latest) => (isSoon(latest) ? SOON : LATER),
    since,
  );
  const { send, isSending, problem: refusal } = useSend();

  const again = async ({ id }: SentEvent) => {
    const path = `${route}/${encodeURIComponent(id)}/send-again`;
    const sent = await send<SentEvent[]>({ method: 'post', path });
    if (sent) replace({ data: sent.data });
  };

  return (
    <SentTable words="webhooks.sent" columns={COLUMNS} rows={answer?.data} problem={refusal ?? problem}>
      {(event) => (
        <SentRow key={event.id} event={event} isSending={isSending} onAgain={() => void again(event)} />
      )}
    </SentTable>
  );
};

interface RowProps {
  event: SentEvent;
  isSending: boolean;
  onAgain(): void;
}

const SentRow = ({ event, isSending, onAgain }: RowProps) => {
  const text = useText();
  const when = useExactMoment();
  const { at, type, state, next, attempts } = event;
  return (
    <Tr>
      <Td>
        <Typography>{when(at)}</Typography>
      </Td>
      <Td>
        <Typography>{text(`webhooks.event.${type}`)}</Typography>
      </Td>
      <Td>
        <Typography fontWeight="bold" textColor={state === 'failed' ? 'danger600' : 'neutral800'}>
          {text(`webhooks.sent.state.${state}`)}
        </Typography>
        {next !== null && attempts.length > 0 && (
          <Typography tag="p" variant="pi" textColor="neutral600">
            {text('webhooks.sent.next', { at: when(next) })}
          </Typography>
        )}
      </Td>
      <Td>
        {attempts.length > 0 && (
          <details>
            <summary>
              <Typography>
                {text('webhooks.sent.count', { count: attempts.length, last: resultOf(attempts[0], text) })}
              </Typography>
            </summary>
            {attempts.map((attempt) => (
              <Attempt key={attempt.at} attempt={attempt} at={when(attempt.at)} />
            ))}
          </details>
        )}
      </Td>
      <Td>
        <Button
          variant="tertiary"
          size="S"
          disabled={isSending || state === 'held'}
          onClick={onAgain}
          aria-label={text('webhooks.sent.again-of', { event: text(`webhooks.event.${type}`), at: when(at) })}
        >
          {text('webhooks.sent.again')}
        </Button>
      </Td>
    </Tr>
  );
};
