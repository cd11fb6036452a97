import { useState } from 'react';
import { Button, Field, Flex, IconButton, TextInput, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import type { EarlierSlugList } from '../../../../contracts/earlier-slugs';
import { Notice } from '../../shared/Notice';
import { useSend } from '../../shared/api/use-send';
import { useText } from '../../shared/text';

interface Props {
  /** Of the routes for the earlier slugs of the entry. */
  path: string;
  /** Null while it is read. */
  list: EarlierSlugList | null;
  /** Why it could not be read. */
  problem: string | null;
  onChanged(list: EarlierSlugList): void;
}

/** Earlier slugs of an entry. Changes hold at once, whatever becomes of the form beside them. */
export const EarlierSlugs = ({ path, list, problem, onChanged }: Props) => {
  const text = useText();
  const { toggleNotification } = useNotification();
  const [entered, setEntered] = useState('');
  const adding = useSend();
  const removing = useSend();

  if (problem !== null) return <Typography textColor="danger700">{problem}</Typography>;
  if (list === null) return <Typography textColor="neutral600">{text('loading')}</Typography>;

  const announce = (data: EarlierSlugList, message: string): void => {
    toggleNotification({ type: 'success', message });
    onChanged(data);
  };
  const add = async (): Promise<void> => {
    const slug = entered.trim();
    if (slug === '' || adding.isSending) return;
    const added = await adding.send<EarlierSlugList>({ method: 'post', path, body: { slug } });
    if (!added) return;
    setEntered('');
    announce(added.data, text('earlier-slugs.added', { slug }));
  };
  const remove = async (slug: string): Promise<void> => {
    const removed = await removing.send<EarlierSlugList>({
      method: 'del',
      path: `${path}?slug=${encodeURIComponent(slug)}`,
    });
    if (removed) announce(removed.data, text('earlier-slugs.removed', { slug }));
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={3} width="100%">
      <Typography variant="pi" textColor="neutral600">
        {text(list.slugs.length === 0 ? 'earlier-slugs.none' : 'earlier-slugs.about')}
      </Typography>
      {list.slugs.length > 0 && (
        <Flex
          tag="ul"
          direction="column"
          alignItems="stretch"
          gap={1}
          aria-label={text('earlier-slugs.list')}
          style={{ maxHeight: '30rem', overflowY: 'auto' }}
        >
          {list.slugs.map(({ slug }) => (
            <Flex key={slug} tag="li" justifyContent="space-between" gap={2}>
              <Typography textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
                {slug}
              </Typography>
              {list.mayChange && (
                <IconButton
                  label={text('earlier-slugs.remove', { slug })}
                  variant="ghost"
                  disabled={removing.isSending}
                  onClick={() => void remove(slug)}
                >
                  <Trash />
                </IconButton>
              )}
            </Flex>
          ))}
        </Flex>
      )}
      {removing.problem !== null && <Notice tone="danger">{removing.problem}</Notice>}
      {list.mayChange && (
        <Field.Root name="earlier-slug" error={adding.problem ?? undefined} width="100%">
          <Field.Label>{text('earlier-slugs.new')}</Field.Label>
          <Flex gap={2} alignItems="stretch">
            <TextInput
              value={entered}
              autoComplete="off"
              spellCheck={false}
              onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
                setEntered(event.target.value);
                adding.forget();
              }}
              onKeyDown={(event: React.KeyboardEvent) => {
                if (event.key !== 'Enter') return;
                // Enter would save the form around it.
                event.preventDefault();
                void add();
              }}
            />
            <Button variant="tertiary" loading={adding.isSending} onClick={() => void add()}>
              {text('add')}
            </Button>
          </Flex>
          <Field.Error />
        </Field.Root>
      )}
    </Flex>
  );
};
