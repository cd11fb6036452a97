import { useState } from 'react';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import type { PageJob } from '../../../../contracts/pseo-pages';
import { Notice } from '../../shared/Notice';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useSend } from '../../shared/api/use-send';
import { useShortMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';
import { Progress } from '../progress/Progress';
import { useSecondsLeft } from '../progress/use-seconds-left';
import { RefusalsDialog } from '../RefusalsDialog';
import { isUnderWay } from '../../shared/is-under-way';

interface Props {
  job: PageJob;
  mayChange: boolean;
  onChanged(): void;
  /** Null where it cannot be put away. */
  onDismiss: (() => void) | null;
}

/** One change of many pages: how far it is, or what came of it. */
export const JobCard = ({ job, mayChange, onChanged, onDismiss }: Props) => {
  const text = useText();
  const moment = useShortMoment();
  const { send, isSending, problem } = useSend();
  const [showsRefusals, setShowsRefusals] = useState(false);
  const { documentId, action, state, done, total, changed, unchanged, refused, notFound, message } = job;
  const seconds = useSecondsLeft(documentId, state === 'running', done, total);
  const path = `/${PLUGIN_ID}/pseo-page-jobs/${documentId}`;
  const act = async (what: 'cancel' | 'resume') => {
    await send({ method: 'post', path: `${path}/${what}` });
    onChanged();
  };
  const refusedButton = refused > 0 && (
    <Button size="S" variant="danger-light" onClick={() => setShowsRefusals(true)}>
      {text('pseo.refused', { count: refused })}
    </Button>
  );

  return (
    <Box
      background="neutral0"
      hasRadius
      shadow="tableShadow"
      padding={4}
      role="region"
      aria-label={text(`pseo.job.${action}`, { count: total })}
    >
      <Flex direction="column" alignItems="stretch" gap={3}>
        {problem !== null && <Notice tone="danger">{problem}</Notice>}
        {isUnderWay(job) ? (
          <>
            <Progress
              label={text(`pseo.job.${action}`, { count: total })}
              done={done}
              total={total}
              isWaiting={state === 'waiting'}
              secondsLeft={seconds}
              action={
                mayChange && (
                  <Button variant="tertiary" size="S" loading={isSending} onClick={() => void act('cancel')}>
                    {text('stop')}
                  </Button>
                )
              }
            />
            {refused > 0 && <Flex>{refusedButton}</Flex>}
          </>
        ) : (
          <Flex justifyContent="space-between" gap={4} wrap="wrap">
            <Flex direction="column" alignItems="flex-start" gap={1}>
              <Typography role="status" fontWeight="bold">
                {text(`pseo.job.${action}.${state}`, { changed, done, total })}
              </Typography>
              <Typography variant="pi" textColor="neutral600">
                {[
                  moment(job.finishedAt ?? job.createdAt),
                  ...(unchanged > 0 ? [text('pseo.job.unchanged', { count: unchanged })] : []),
                  ...(notFound > 0 ? [text('pseo.job.not-found', { count: notFound })] : []),
                ].join(' · ')}
              </Typography>
              {message !== null && <Typography textColor="danger600">{message}</Typography>}
            </Flex>
            <Flex gap={2} wrap="wrap">
              {refusedButton}
              {mayChange && (state === 'failed' || state === 'cancelled') && (
                <Button size="S" variant="secondary" loading={isSending} onClick={() => void act('resume')}>
                  {text('resume')}
                </Button>
              )}
              {onDismiss && (
                <Button size="S" variant="tertiary" onClick={onDismiss}>
                  {text('pseo.job.dismiss')}
                </Button>
              )}
            </Flex>
          </Flex>
        )}
      </Flex>
      {showsRefusals && (
        <RefusalsDialog
          title={text('pseo.refused', { count: refused })}
          path={`${path}/refusals`}
          onClose={() => setShowsRefusals(false)}
        />
      )}
    </Box>
  );
};
