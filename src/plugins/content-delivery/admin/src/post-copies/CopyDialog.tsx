import { useState } from 'react';
import {
  Button,
  Combobox,
  ComboboxOption,
  Field,
  Flex,
  Link,
  Modal,
  Typography,
} from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { CopyTargets, PostCopy, PostCopyPlan, PostCopyRequest } from '../../../contracts/post-copies';
import { useAnswer } from '../shared/api/use-answer';
import { useSend } from '../shared/api/use-send';
import { contentManager } from '../shared/content-manager';
import { Notice } from '../shared/Notice';
import { PLUGIN_ID } from '../shared/plugin-id';
import { useText } from '../shared/text';
import { PlanInWords } from './PlanInWords';

/** Says what a copy on the chosen website will be, and makes it. */
export const CopyDialog = ({ documentId }: { documentId: string }) => {
  const text = useText();
  const [website, setWebsite] = useState('');
  const [made, setMade] = useState<PostCopy | null>(null);
  const path = `/${PLUGIN_ID}/posts/${documentId}/copies`;
  const targets = useAnswer<{ data: CopyTargets }>(path);
  const plan = useAnswer<{ data: PostCopyPlan }>(website === '' ? null : `${path}/${website}`);
  const { send, isSending, problem: refusal, forget } = useSend();

  const websites = targets.answer?.data.websites ?? [];
  const problem = targets.problem ?? plan.problem ?? refusal;
  const choose = (chosen?: string) => {
    setWebsite(chosen ?? '');
    forget();
  };
  const copy = async () => {
    const body: PostCopyRequest = { website };
    const answer = await send<PostCopy>({ method: 'post', path, body });
    if (answer) setMade(answer.data);
  };

  if (made) {
    const name = websites.find((one) => one.documentId === website)?.name ?? '';
    return (
      <Flex direction="column" alignItems="stretch" gap={4}>
        <Notice
          tone={made.leftOut.length > 0 ? 'warning' : 'success'}
          action={
            <Modal.Close>
              <Link tag={NavLink} to={contentManager.post(made.documentId)}>
                {text('post-copy.open')}
              </Link>
            </Modal.Close>
          }
        >
          {text('post-copy.made', { website: name })}
        </Notice>
        <PlanInWords plan={made} isMade />
      </Flex>
    );
  }
  return (
    <Flex direction="column" alignItems="stretch" gap={4}>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      <Typography>{text('post-copy.about')}</Typography>
      {targets.answer && websites.length === 0 ? (
        <Notice tone="info">{text('post-copy.no-website')}</Notice>
      ) : (
        <Field.Root name="website">
          <Field.Label>{text('website')}</Field.Label>
          <Combobox
            value={website}
            disabled={isSending}
            autocomplete={{ type: 'list', filter: 'contains' }}
            placeholder={text('post-copy.choose')}
            clearLabel={text('clear')}
            noOptionsMessage={() => text('post-copy.none-found')}
            onChange={choose}
            onClear={() => choose()}
          >
            {websites.map(({ documentId: id, name }) => (
              <ComboboxOption key={id} value={id}>
                {name}
              </ComboboxOption>
            ))}
          </Combobox>
        </Field.Root>
      )}
      {plan.isLoading && <Typography textColor="neutral600">{text('post-copy.loading')}</Typography>}
      {plan.answer && <PlanInWords plan={plan.answer.data} isMade={false} />}
      <Flex justifyContent="flex-end" gap={2}>
        <Modal.Close>
          <Button variant="tertiary">{text('dialog.cancel')}</Button>
        </Modal.Close>
        <Button disabled={!plan.answer} loading={isSending} onClick={() => void copy()}>
          {text('post-copy.make')}
        </Button>
      </Flex>
    </Flex>
  );
};
