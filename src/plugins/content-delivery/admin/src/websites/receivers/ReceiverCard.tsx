import type { ReactNode } from 'react';
import { Badge, Flex } from '@strapi/design-system';
import type { PurgeTarget } from '../../../../contracts/purge-targets';
import type { Webhook } from '../../../../contracts/webhooks';
import { Notice } from '../../shared/Notice';
import { Section } from '../../shared/Section';
import { useMoment } from '../../shared/moments/use-moments';
import { useText } from '../../shared/text';

interface Props {
  /** What the keys of its texts begin with. */
  words: 'caches' | 'webhooks';
  title: string;
  about: string;
  receiver: Webhook | PurgeTarget;
  /** The key of what is said while nothing arrives. */
  failing: string;
  /** Why the latest request did not work. */
  problem: string | null;
  /** A button for each thing that can be done with it. */
  buttons: ReactNode;
  children: ReactNode;
}

/** One webhook or cache in front: how it is, and what can be done with it. */
export const ReceiverCard = ({
  words,
  title,
  about,
  receiver,
  failing,
  problem,
  buttons,
  children,
}: Props) => {
  const text = useText();
  const moment = useMoment();
  const { active, off, failingSince, waiting } = receiver;

  return (
    <Section
      title={title}
      badge={<Badge>{text(active ? 'receivers.on' : 'receivers.off')}</Badge>}
      about={about}
      action={
        <Flex gap={2} wrap="wrap">
          {buttons}
        </Flex>
      }
    >
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      {off && (
        <Notice tone="warning">{text(`${words}.off.${off.reason}`, { since: moment(off.since) })}</Notice>
      )}
      {active && failingSince !== null && (
        <Notice tone="warning">{text(failing, { since: moment(failingSince), waiting })}</Notice>
      )}
      {children}
    </Section>
  );
};
