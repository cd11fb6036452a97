import { Typography } from '@strapi/design-system';
import type { WebhookAttempt } from '../../../../contracts/webhooks';
import { useText } from '../../shared/text';

type Made = Omit<WebhookAttempt, 'at'>;

/** What came of an attempt, in a word. */
export const resultOf = (
  attempt: Pick<Made, 'status'> | undefined,
  text: ReturnType<typeof useText>,
): string => (attempt?.status ? String(attempt.status) : text('webhooks.sent.no-answer'));

/** An attempt to deliver a message: how it ended, and what was answered. */
export const Attempt = ({ attempt, at }: { attempt: Made; at: string }) => {
  const text = useText();
  const { milliseconds, answer, problem } = attempt;
  return (
    <div>
      <Typography tag="p">
        {text('webhooks.sent.attempt', { at, result: resultOf(attempt, text), milliseconds })}
      </Typography>
      {problem && <Typography tag="p">{problem}</Typography>}
      {answer && (
        <Typography
          tag="pre"
          variant="pi"
          style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '40rem' }}
        >
          {answer}
        </Typography>
      )}
    </div>
  );
};
