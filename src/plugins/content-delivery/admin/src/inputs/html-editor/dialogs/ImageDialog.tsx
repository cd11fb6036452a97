import { useState } from 'react';
import { Box, Checkbox, Field, Flex, TextInput, Typography } from '@strapi/design-system';
import { useText } from '../text';
import { FormDialog } from './FormDialog';

interface ImageDialogProps {
  src: string;
  alt: string | null;
  isNew: boolean;
  onSubmit(alt: string): void;
  onClose(): void;
}

/** Asks for the text that replaces an image where it is not seen. */
export const ImageDialog = ({ src, alt, isNew, onSubmit, onClose }: ImageDialogProps) => {
  const text = useText();
  const [words, setWords] = useState(alt ?? '');
  const [isDecoration, setIsDecoration] = useState(!isNew && alt === '');
  const [error, setError] = useState<string>();
  const submit = () => {
    if (!isDecoration && words.trim() === '') return setError(text('image.missing'));
    onSubmit(isDecoration ? '' : words.trim());
  };
  return (
    <FormDialog title={text(isNew ? 'image.add' : 'image.edit')} onSubmit={submit} onClose={onClose}>
      <Flex gap={4} alignItems="flex-start">
        <Box
          tag="img"
          src={src}
          alt=""
          width="12rem"
          maxHeight="12rem"
          hasRadius
          style={{ objectFit: 'contain' }}
        />
        <Typography textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
          {src.slice(0, 300)}
        </Typography>
      </Flex>
      <Field.Root error={error} hint={text('image.hint')} required={!isDecoration}>
        <Field.Label>{text('image.text')}</Field.Label>
        <TextInput
          value={isDecoration ? '' : words}
          disabled={isDecoration}
          autoFocus
          onChange={(event: { target: HTMLInputElement }) => setWords(event.target.value)}
        />
        <Field.Hint />
        <Field.Error />
      </Field.Root>
      <Checkbox checked={isDecoration} onCheckedChange={(checked) => setIsDecoration(checked === true)}>
        {text('image.decoration')}
      </Checkbox>
    </FormDialog>
  );
};
