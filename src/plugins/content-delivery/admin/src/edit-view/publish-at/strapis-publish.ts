import { useEffect } from 'react';
import { useField } from '@strapi/strapi/admin';
import { useText } from '../../shared/text';
import { POST } from '../../shared/uids';
import { isToCome } from './usual-moments';

interface Action {
  type?: string;
  label: string;
  disabled?: boolean;
  onClick?: (event?: unknown) => unknown;
}
interface Props {
  model: string;
}
export interface DocumentAction {
  (props: Props): Action | null;
  type?: string;
}

let publish: (() => Promise<unknown>) | null = null;

/** Publishes the form as it is now, the way Strapi's own button does. */
export const publishForm = async (): Promise<void> => {
  await publish?.();
};

/** Strapi's way to publish, which *Publish at* uses too, under the name of what it does to the form of a post. */
export const withSchedule = (actions: DocumentAction[]): DocumentAction[] =>
  actions.map((action) => (action.type === 'publish' ? named(action) : action));

const named = (Strapis: DocumentAction): DocumentAction => {
  const PublishOrSchedule: DocumentAction = (props) => {
    const text = useText();
    const action = Strapis(props);
    const schedule = useField<string | null | undefined>('scheduleDate').value;
    const isPost = props.model === POST;
    const onClick = action?.onClick;
    useEffect(() => {
      if (!isPost || !onClick) return undefined;
      const own = async () => onClick();
      publish = own;
      return () => {
        if (publish === own) publish = null;
      };
    }, [isPost, onClick]);
    if (!action || !isPost || !isToCome(schedule, new Date())) return action;
    return { ...action, label: text('publish-at.schedule') };
  };
  // Strapi identifies its actions by their label.
  return Object.assign(PublishOrSchedule, { ...Strapis });
};
