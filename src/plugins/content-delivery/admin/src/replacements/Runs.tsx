import { useState } from 'react';
import { Box, Button, Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { Replacement, SkippedPost } from '../../../contracts/replacements';
import { Progress } from '../pseo/progress/Progress';
import { useSecondsLeft } from '../pseo/progress/use-seconds-left';
import { Confirm } from '../shared/Confirm';
import { Notice } from '../shared/Notice';
import { useAnswer } from '../shared/api/use-answer';
import { useSend } from '../shared/api/use-send';
import { contentManager } from '../shared/content-manager';
import { useShortMoment } from '../shared/moments/use-moments';
import { isUnderWay } from '../shared/is-under-way';
import { useText } from '../shared/text';
import { REPLACEMENTS } from './paths';

interface Props {
  runs: readonly Replacement[];
  onChanged(): void;
}

/** What was replaced before, the latest first, and the way back. */
export const Runs = ({ runs, onChanged }: Props) => (
  <Flex direction="column" alignItems="stretch" gap={3}>
    {runs.map((run) => (
      <Run key={run.documentId} run={run} onChanged={onChanged} />
    ))}
  </Flex>
);

const Run = ({ run, onChanged }: { run: Replacement; onChanged(): void }) => {
  const text = useText();
  const moment = useShortMoment();
  const { send, isSending, problem } = useSend();
  const [asks, setAsks] = useState(false);
  const [showsSkipped, setShowsSkipped] = useState(false);
  const { documentId, kind, state, done, total, changed, skipped } = run;
  const seconds = useSecondsLeft(documentId, state === 'running', done, total);
  const label = text(`replace.run.${kind}`, { search: run.search, replace: run.replace });
  const act = async (what: 'cancel' | 'resume' | 'take-back') => {
    setAsks(false);
    await send({ method: 'post', path: `${REPLACEMENTS}/${documentId}/${what}`, body: {} });
    onChanged();
  };
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={4} role="region" aria-label={label}>
      <Flex direction="column" alignItems="stretch" gap={3}>
        {problem !== null && <Notice tone="danger">{problem}</Notice>}
        {isUnderWay(run) ? (
          <Progress
            label={label}
            done={done}
            total={total}
            isWaiting={state === 'waiting'}
            secondsLeft={seconds}
            action={
              <Button variant="tertiary" size="S" loading={isSending} onClick={() => void act('cancel')}>
                {text('stop')}
              </Button>
            }
          />
        ) : (
          <Flex justifyContent="space-between" gap={4} wrap="wrap">
            <Flex direction="column" alignItems="flex-start" gap={1} minWidth={0}>
              <Typography fontWeight="bold" style={{ overflowWrap: 'anywhere' }}>
                {label}
              </Typography>
              <Typography role="status">{text(`replace.result.${kind}`, { count: changed })}</Typography>
              <Typography variant="pi" textColor="neutral600">
                {[moment(run.createdAt), ...(state === 'done' ? [] : [text(`replace.state.${state}`)])].join(
                  ' · ',
                )}
              </Typography>
              {run.message !== null && <Typography textColor="danger700">{run.message}</Typography>}
            </Flex>
            <Flex gap={2} wrap="wrap">
              {skipped > 0 && (
                <Button
                  size="S"
                  variant="tertiary"
                  aria-expanded={showsSkipped}
                  onClick={() => setShowsSkipped(!showsSkipped)}
                >
                  {text('replace.skipped', { count: skipped })}
                </Button>
              )}
              {(state === 'failed' || state === 'cancelled') && (
                <Button size="S" variant="secondary" loading={isSending} onClick={() => void act('resume')}>
                  {text('replace.resume')}
                </Button>
              )}
              {run.mayTakeBack && (
                <Button size="S" variant="danger-light" loading={isSending} onClick={() => setAsks(true)}>
                  {text('replace.take-back')}
                </Button>
              )}
            </Flex>
          </Flex>
        )}
        {showsSkipped && <Skipped path={`${REPLACEMENTS}/${documentId}/skipped`} />}
      </Flex>
      {asks && (
        <Confirm
          title={text('replace.take-back')}
          question={text('replace.take-back-question', { count: changed })}
          confirm={text('replace.take-back')}
          isDangerous
          onConfirm={() => void act('take-back')}
          onClose={() => setAsks(false)}
        />
      )}
    </Box>
  );
};

/** Posts that were left as they are, and why. */
const Skipped = ({ path }: { path: string }) => {
  const text = useText();
  const { answer, problem } = useAnswer<{ data: SkippedPost[] }>(path);
  if (problem !== null) return <Notice tone="danger">{problem}</Notice>;
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
      {answer?.data.map(({ documentId, title, reason, message }) => (
        <Flex key={documentId} tag="li" gap={2} wrap="wrap">
          {title === '' ? (
            <Typography>{text('no-title')}</Typography>
          ) : (
            <Link tag={NavLink} to={contentManager.post(documentId)}>
              {title}
            </Link>
          )}
          <Typography textColor="neutral600">{message ?? text(`replace.reason.${reason}`)}</Typography>
        </Flex>
      ))}
    </Flex>
  );
};
