import { Fragment, useState, type ReactNode } from 'react';
import { Button, Typography } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import { Page } from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';
import type { PurgeTarget } from '../../../../contracts/purge-targets';
import type { Webhook } from '../../../../contracts/webhooks';
import { Notice } from '../../shared/Notice';
import { PLUGIN_ID } from '../../shared/plugin-id';
import { useAnswer } from '../../shared/api/use-answer';
import { useText } from '../../shared/text';
import { OneWebsitePage } from '../OneWebsitePage';
import type { ReceiverDialog } from './dialog';

/** Milliseconds between two looks: something is sent while the page is open. */
const LOOK_EVERY = 5_000;

interface Props<Receiver> {
  /** What the keys of its texts begin with. */
  words: 'caches' | 'webhooks';
  /** What the server calls them. */
  kind: 'purge-targets' | 'webhooks';
  permissions: { action: string; subject: string | null }[];
  /** Asks for a new one. */
  dialog(dialog: ReceiverDialog): ReactNode;
  /** @param routes the server's, for all of the website */
  card(receiver: Receiver, routes: string, onChanged: () => void): ReactNode;
}

/** The page of the webhooks of a website, or of the caches in front of it, where more of them are added. */
export const ReceiversPage = <Receiver extends Webhook | PurgeTarget>(props: Props<Receiver>) => (
  <Page.Protect permissions={props.permissions}>
    <Receivers {...props} />
  </Page.Protect>
);

const Receivers = <Receiver extends Webhook | PurgeTarget>({
  words,
  kind,
  dialog,
  card,
}: Props<Receiver>) => {
  const text = useText();
  const { documentId = '' } = useParams();
  const route = `/${PLUGIN_ID}/websites/${encodeURIComponent(documentId)}/${kind}`;
  const { answer, problem, reload } = useAnswer<{ data: Receiver[] }>(route, () => LOOK_EVERY);
  const [isAdding, setAdding] = useState(false);
  const close = () => setAdding(false);

  return (
    <OneWebsitePage
      title={(website) => text(`${words}.title`, { website })}
      subtitle={text(`${words}.subtitle`)}
      action={() => (
        <Button startIcon={<Plus />} onClick={() => setAdding(true)}>
          {text(`${words}.add`)}
        </Button>
      )}
    >
      {() => (
        <>
          {problem !== null && <Notice tone="danger">{problem}</Notice>}
          {answer?.data.length === 0 && <Typography>{text(`${words}.none`)}</Typography>}
          {answer?.data.map((receiver) => (
            <Fragment key={receiver.documentId}>{card(receiver, route, reload)}</Fragment>
          ))}
          {isAdding &&
            dialog({
              route,
              onClose: close,
              onSaved: () => {
                close();
                reload();
              },
            })}
        </>
      )}
    </OneWebsitePage>
  );
};
