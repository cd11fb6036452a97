import { useState } from 'react';
import { Badge, Button, Flex, Typography } from '@strapi/design-system';
import type { Drip } from '../../../../contracts/pseo-drips';
import { Notice } from '../../shared/Notice';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useSend } from '../../shared/api/use-send';
import { useText } from '../../shared/text';
import { Confirm } from '../../shared/Confirm';
import { Figures } from '../../shared/Figures';
import { RefusalsDialog } from '../RefusalsDialog';
import { Section } from '../../shared/Section';
import { useMoment } from '../../shared/moments/use-moments';

interface Props {
  drip: Drip;
  onChanged(): void;
}

/** The state of a drip, with buttons to pause, continue and stop. */
export const DripStatus = ({ drip, onChanged }: Props) => {
  const text = useText();
  const moment = useMoment(drip.plan.timeZone);
  const { send, isSending, problem } = useSend();
  const [isStopping, setStopping] = useState(false);
  const [showsRefusals, setShowsRefusals] = useState(false);
  const { documentId, state, nextAt, lastAt, waiting, published, refused, missed, lastRun } = drip;
  const path = `/${PLUGIN_ID}/pseo-drips/${documentId}`;
  const act = async (action: 'pause' | 'resume' | 'add-drafts') => {
    await send({ method: 'post', path: `${path}/${action}` });
    onChanged();
  };
  const stop = async () => {
    setStopping(false);
    await send({ method: 'del', path });
    onChanged();
  };

  return (
    <Section
      title={text('pseo.drip.status')}
      action={
        <Flex gap={2} wrap="wrap">
          <Button variant="tertiary" loading={isSending} onClick={() => void act('add-drafts')}>
            {text('pseo.drip.add-drafts')}
          </Button>
          {state === 'running' && (
            <Button variant="secondary" loading={isSending} onClick={() => void act('pause')}>
              {text('pseo.drip.pause')}
            </Button>
          )}
          {state === 'paused' && (
            <Button loading={isSending} onClick={() => void act('resume')}>
              {text('resume')}
            </Button>
          )}
          <Button variant="danger-light" onClick={() => setStopping(true)}>
            {text('pseo.drip.stop')}
          </Button>
        </Flex>
      }
    >
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      <Flex gap={3} wrap="wrap">
        <Badge
          backgroundColor={state === 'running' ? 'success100' : 'neutral150'}
          textColor={state === 'running' ? 'success700' : 'neutral700'}
        >
          {text(`pseo.drip.state.${state}`)}
        </Badge>
        <Typography role="status">
          {nextAt && lastAt
            ? text('pseo.drip.next', { next: moment(nextAt), last: moment(lastAt) })
            : text(`pseo.drip.state.${state}.about`)}
        </Typography>
      </Flex>
      <Figures
        figures={[
          { name: text('pseo.drip.waiting'), value: waiting },
          { name: text('pseo.drip.published'), value: published },
          { name: text('pseo.drip.refused'), value: refused, tone: 'danger700' },
          ...(missed > 0 ? [{ name: text('pseo.drip.missed'), value: missed }] : []),
        ]}
      />
      {missed > 0 && (
        <Typography variant="pi" textColor="neutral600">
          {text('pseo.drip.missed-about')}
        </Typography>
      )}
      {lastRun && (
        <Typography textColor="neutral600">
          {text('pseo.drip.last-run', { count: lastRun.published, at: moment(lastRun.at) })}
        </Typography>
      )}
      {refused > 0 && (
        <Flex>
          <Button size="S" variant="danger-light" onClick={() => setShowsRefusals(true)}>
            {text('pseo.refused', { count: refused })}
          </Button>
        </Flex>
      )}
      {isStopping && (
        <Confirm
          title={text('pseo.drip.stop')}
          question={text('pseo.drip.stop-question', { count: waiting })}
          confirm={text('pseo.drip.stop')}
          isDangerous
          onConfirm={() => void stop()}
          onClose={() => setStopping(false)}
        />
      )}
      {showsRefusals && (
        <RefusalsDialog
          title={text('pseo.refused', { count: refused })}
          path={`${path}/refusals`}
          onClose={() => setShowsRefusals(false)}
        />
      )}
    </Section>
  );
};
