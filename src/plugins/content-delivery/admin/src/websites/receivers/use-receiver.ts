import { useState } from 'react';
import type { PurgeTargetRequest } from '../../../../contracts/purge-targets';
import type { WebhookRequest } from '../../../../contracts/webhooks';
import { useSend } from '../../shared/api/use-send';

/**
 * What can be done with a webhook or a cache in front.
 * @param route the server's, for this one
 */
export const useReceiver = (route: string, onChanged: () => void) => {
  const { send, isSending, problem } = useSend();
  const [asked, setAsked] = useState(0);

  const change = async (request: Parameters<typeof send>[0]): Promise<void> => {
    await send<unknown>(request);
    onChanged();
  };

  return {
    isSending,
    problem,
    /** How often something was asked for that changes what was sent to it. */
    asked,
    /** Has the server send something to it. */
    async ask(what: 'test' | 'purge'): Promise<void> {
      if (await send<unknown>({ method: 'post', path: `${route}/${what}` })) setAsked(asked + 1);
    },
    switchTo(active: boolean): Promise<void> {
      const body: Pick<WebhookRequest & PurgeTargetRequest, 'active'> = { active };
      return change({ method: 'put', path: route, body });
    },
    /** @param rest what of it goes; all of it unless given */
    remove: (rest = ''): Promise<void> => change({ method: 'del', path: `${route}${rest}` }),
  };
};
