import { useState } from 'react';
import { Page } from '@strapi/strapi/admin';
import { useParams } from 'react-router-dom';
import type { NewSecret, Webhook } from '../../../../contracts/webhooks';
import { MANAGE_WEBHOOKS } from '../../shared/permissions';
import { useText } from '../../shared/text';
import { useAnswer } from '../../shared/api/use-answer';
import { receiversRoute } from '../receivers/routes';
import { WebsitePartPage } from '../WebsitePartPage';
import { SecretDialog } from './SecretDialog';
import { WebhookCard } from './WebhookCard';
import { WebhookDialog } from './WebhookDialog';

/** Milliseconds between two looks: events are sent while the page is open. */
const LOOK_EVERY = 5_000;

/** The webhooks of a website, and what was sent to them. */
export const WebhooksPage = () => (
  <Page.Protect permissions={MANAGE_WEBHOOKS}>
    <WebhooksOfWebsite />
  </Page.Protect>
);

const WebhooksOfWebsite = () => {
  const text = useText();
  const { documentId = '' } = useParams();
  const route = receiversRoute(documentId, 'webhooks');
  const { answer, problem, reload } = useAnswer<{ data: Webhook[] }>(route, () => LOOK_EVERY);
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<NewSecret | null>(null);

  return (
    <WebsitePartPage
      title={(website) => text('webhooks.title', { website })}
      subtitle={text('webhooks.subtitle')}
      addLabel={text('webhooks.add')}
      onAdd={() => setAdding(true)}
      problem={problem}
      none={answer?.data.length === 0 ? text('webhooks.none') : null}
      dialogs={
        <>
          {isAdding && (
            <WebhookDialog
              route={route}
              onClose={() => setAdding(false)}
              onSaved={(created) => {
                setAdding(false);
                setMade(created);
                reload();
              }}
            />
          )}
          {made && <SecretDialog secret={made.secret} onClose={() => setMade(null)} />}
        </>
      }
    >
      {answer?.data.map((webhook) => (
        <WebhookCard
          key={webhook.documentId}
          routes={route}
          webhook={webhook}
          onChanged={reload}
          onSecret={setMade}
        />
      ))}
    </WebsitePartPage>
  );
};
