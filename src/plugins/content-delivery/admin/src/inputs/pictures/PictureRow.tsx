import { useState, type KeyboardEvent } from 'react';
import { Box, Button, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import { ProgressBar } from '../../shared/ProgressBar';
import { useText } from '../../shared/text';
import type { PictureUpload } from './use-picture-uploads';

/** What taking a picture off the list means. */
const WAY_OUT = { sending: 'cancel', failed: 'remove', done: 'later' } as const;

interface Props {
  upload: PictureUpload;
  takesFocus: boolean;
  onType(alt: string): void;
  onDescribe(alt: string): void;
  onRetry(): void;
  onRemove(): void;
}

/** One picture on its way. */
export const PictureRow = ({ upload, takesFocus, onType, onDescribe, onRetry, onRemove }: Props) => {
  const text = useText();
  const { file, preview, progress, alt, description } = upload;
  const [isMissing, setMissing] = useState(false);
  const { name } = file;
  const percent = progress.status === 'sending' ? Math.floor(progress.share * 100) : 100;
  const submit = () => {
    if (alt.trim() === '') setMissing(true);
    else onDescribe(alt.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
    // The entry's own form must not be sent.
    event.preventDefault();
    submit();
  };

  return (
    <Flex
      role="group"
      aria-label={name}
      gap={3}
      padding={3}
      alignItems="flex-start"
      wrap="wrap"
      borderColor="neutral200"
      background="neutral0"
      hasRadius
    >
      <Box
        tag="img"
        src={preview}
        alt=""
        width="6.4rem"
        height="6.4rem"
        hasRadius
        style={{ objectFit: 'cover' }}
      />
      <Flex direction="column" alignItems="stretch" gap={2} flex="1 1 24rem" minWidth={0}>
        <Flex justifyContent="space-between" gap={2}>
          <Typography variant="pi" fontWeight="bold" ellipsis>
            {name}
          </Typography>
          <Flex gap={2} shrink={0}>
            {progress.status === 'failed' && progress.canRetry && (
              <Button size="S" variant="secondary" onClick={onRetry}>
                {text('try-again')}
              </Button>
            )}
            <Button size="S" variant="tertiary" onClick={onRemove}>
              {text(`pictures.${WAY_OUT[progress.status]}`)}
            </Button>
          </Flex>
        </Flex>
        {progress.status === 'sending' && (
          <Flex gap={3}>
            <ProgressBar label={text('pictures.progress', { name })} percent={percent} />
            <Typography variant="pi" textColor="neutral600" style={{ whiteSpace: 'nowrap' }}>
              {percent < 100 ? text('pictures.percent', { percent }) : text('pictures.processing')}
            </Typography>
          </Flex>
        )}
        {progress.status === 'failed' && (
          <Typography role="alert" variant="pi" textColor="danger700">
            {progress.problem}
          </Typography>
        )}
        {progress.status === 'done' && (
          <Typography role="status" variant="pi" textColor="neutral600">
            {text('pictures.done')}
          </Typography>
        )}
        {description === null ? (
          <Field.Root
            hint={text('pictures.text-hint')}
            {...(isMissing && alt.trim() === '' ? { error: text('pictures.text-missing') } : {})}
          >
            <Field.Label>{text('html-editor.image.text')}</Field.Label>
            <Flex gap={2} wrap="wrap">
              <Box flex="1 1 18rem">
                <TextInput
                  size="S"
                  value={alt}
                  autoFocus={takesFocus}
                  onChange={(event: { target: HTMLInputElement }) => onType(event.target.value)}
                  onKeyDown={onKeyDown}
                />
              </Box>
              <Button size="S" variant="secondary" onClick={submit}>
                {text('pictures.describe')}
              </Button>
              <Button size="S" variant="tertiary" onClick={() => onDescribe('')}>
                {text('pictures.decoration')}
              </Button>
            </Flex>
            <Field.Hint />
            <Field.Error />
          </Field.Root>
        ) : (
          <Typography variant="pi" textColor="neutral600">
            {description === '' ? text('pictures.is-decoration') : description}
          </Typography>
        )}
      </Flex>
    </Flex>
  );
};
