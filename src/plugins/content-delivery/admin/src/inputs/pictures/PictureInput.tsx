import { useRef, useState, type ClipboardEvent, type ComponentType, type DragEvent } from 'react';
import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Upload } from '@strapi/icons';
import { useField, useStrapiApp } from '@strapi/strapi/admin';
import { styled } from 'styled-components';
import type { InputProps } from '../../edit-view/inputs';
import { useQuote } from '../../shared/lists';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { PictureUploads } from './PictureUploads';
import { publicAddress, type LibraryFile } from './public-address';
import { bringsFiles, isPicture } from './transfer';
import { useGiveWay } from './use-give-way';
import { usePictureChooser } from './use-picture-chooser';
import { usePictureUploads } from './use-picture-uploads';
import { newId } from '../../shared/new-id';

/** An entry's picture: Strapi's own input, on which a picture can be dropped or pasted in one step. */
export const PictureInput = (props: InputProps) => {
  const { name, disabled } = props;
  const text = useText();
  const quote = useQuote();
  const { value, onChange } = useField<LibraryFile | null>(name);
  const MediaInput = useStrapiApp('PictureInput', ({ fields }) => fields['media']) as
    ComponentType<InputProps> | undefined;
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const chosen = useRef(value);
  chosen.current = value;
  const uploaded = useRef<LibraryFile['id'] | null>(null);

  const pictures = usePictureUploads({
    onUploaded: ({ description }, file, place) => {
      if (publicAddress(file, place).isGuess)
        setProblem(text('pictures.guessed-address.field', { address: place.publicUrl }));
      uploaded.current = file.id;
      onChange(name, description === null ? file : { ...file, alternativeText: description });
    },
    onDescribed: (file, alternativeText) => {
      if (chosen.current?.id === file.id) onChange(name, { ...chosen.current, alternativeText });
    },
    onTyped: (file, alt) => {
      if (chosen.current?.id === file.id) onChange(name, { ...chosen.current, alternativeText: alt || null });
    },
    onRemoved: () => undefined,
  });
  useGiveWay(value?.id ?? null, uploaded.current, pictures);

  const take = (files: readonly File[]) => {
    if (pictures.refusal) return setProblem(pictures.refusal);
    const [first = files[0], ...others] = files.filter(isPicture);
    if (!first) return;
    // There is one place: what is on its way to it gives way.
    for (const { id } of pictures.uploads) pictures.remove(id);
    const refused = pictures.add([{ id: newId(), file: first }]);
    setProblem(
      refused ?? (others.length > 0 ? text('pictures.only-one', { name: quote(first.name) }) : null),
    );
  };
  const choose = usePictureChooser(take, { several: false });
  // Before Strapi's input, which would open its dialog of several steps.
  const onDrop = (event: DragEvent) => {
    setOver(false);
    if (!bringsFiles(event.dataTransfer)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!disabled) take([...event.dataTransfer.files]);
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    const isTyping = event.target instanceof HTMLInputElement;
    if (disabled || isTyping || files.length === 0) return;
    event.preventDefault();
    take(files);
  };

  if (!MediaInput) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Target
        $isOver={isOver}
        onDragOverCapture={(event) => {
          if (!bringsFiles(event.dataTransfer)) return;
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDropCapture={onDrop}
        onPaste={onPaste}
      >
        <MediaInput {...props} />
      </Target>
      {!disabled && (
        <Flex gap={3} wrap="wrap">
          <Button
            size="S"
            variant="secondary"
            startIcon={<Upload />}
            aria-label={text('pictures.choose-for', { field: props.label })}
            onClick={choose}
          >
            {text('pictures.choose')}
          </Button>
          <Typography variant="pi" textColor="neutral600">
            {text('pictures.drop')}
          </Typography>
        </Flex>
      )}
      <Box aria-live="polite">{problem && <Notice tone="warning">{problem}</Notice>}</Box>
      <PictureUploads pictures={pictures} takesFocus />
    </Flex>
  );
};

const Target = styled.div<{ $isOver: boolean }>`
  border-radius: ${({ theme }) => theme.borderRadius};
  outline: ${({ theme, $isOver }) => ($isOver ? `2px dashed ${theme.colors.primary600}` : 'none')};
  outline-offset: 2px;
`;
