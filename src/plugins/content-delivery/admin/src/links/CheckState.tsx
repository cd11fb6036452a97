import { Button, Flex } from '@strapi/design-system';
import type { LinkCheck } from '../../../contracts/links';
import { Progress } from '../pseo/progress/Progress';
import { useSecondsLeft } from '../pseo/progress/use-seconds-left';
import { useSend } from '../shared/api/use-send';
import { Notice } from '../shared/Notice';
import { useShortMoment } from '../shared/moments/use-moments';
import { useText } from '../shared/text';
import { LINK_CHECKS } from './paths';

export const isUnderWay = ({ latest }: LinkCheck): boolean =>
  latest?.state === 'waiting' || latest?.state === 'running';

/** When the links were looked at, whether that is still true, and the way to look again. */
export const CheckState = ({ check, onStarted }: { check: LinkCheck; onStarted(): void }) => {
  const text = useText();
  const moment = useShortMoment();
  const { send, isSending, problem } = useSend();
  const { account, checkedAt, isCurrent, latest, unread, isCut } = check;
  const seconds = useSecondsLeft(
    account.documentId,
    latest?.state === 'running',
    latest?.done ?? 0,
    latest?.total ?? 0,
  );
  const start = async () => {
    await send({ method: 'post', path: `${LINK_CHECKS}/${account.documentId}`, body: {} });
    onStarted();
  };
  const at = checkedAt === null ? '' : moment(checkedAt);
  const state = checkedAt === null ? 'never' : isCurrent ? 'current' : 'outdated';
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {latest?.state === 'failed' && <Notice tone="danger">{text('links.failed')}</Notice>}
      <Notice
        tone={state === 'current' ? 'success' : state === 'never' ? 'info' : 'warning'}
        action={
          !isUnderWay(check) && (
            <Button variant="secondary" loading={isSending} onClick={() => void start()}>
              {text(checkedAt === null ? 'links.check' : 'check-again')}
            </Button>
          )
        }
      >
        {text(`links.state.${state}`, { at })}
      </Notice>
      {isUnderWay(check) && latest && (
        <Progress
          label={text('links.checking')}
          done={latest.done}
          total={latest.total ?? 0}
          isWaiting={latest.state === 'waiting'}
          secondsLeft={seconds}
        />
      )}
      {unread > 0 && <Notice tone="warning">{text('links.unread', { count: unread })}</Notice>}
      {isCut && <Notice tone="warning">{text('links.cut')}</Notice>}
    </Flex>
  );
};
