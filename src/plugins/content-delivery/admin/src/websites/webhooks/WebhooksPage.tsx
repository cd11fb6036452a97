import { useState } from 'react';
import type { NewSecret, Webhook } from '../../../../contracts/webhooks';
import { MANAGE_WEBHOOKS } from '../../shared/permissions';
import { ReceiversPage } from '../receivers/ReceiversPage';
import { SecretDialog } from './SecretDialog';
import { WebhookCard } from './WebhookCard';
import { WebhookDialog } from './WebhookDialog';

/** The webhooks of a website, and what was sent to them. */
export const WebhooksPage = () => {
  const [made, setMade] = useState<NewSecret | null>(null);

  return (
    <>
      <ReceiversPage<Webhook>
        words="webhooks"
        kind="webhooks"
        permissions={MANAGE_WEBHOOKS}
        dialog={({ onSaved, ...dialog }) => (
          <WebhookDialog
            {...dialog}
            onSaved={(created) => {
              setMade(created);
              onSaved();
            }}
          />
        )}
        card={(webhook, routes, onChanged) => (
          <WebhookCard routes={routes} webhook={webhook} onChanged={onChanged} onSecret={setMade} />
        )}
      />
      {made && <SecretDialog secret={made.secret} onClose={() => setMade(null)} />}
    </>
  );
};
