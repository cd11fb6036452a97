import { useRef, useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { Upload } from '@strapi/icons';
import { styled } from 'styled-components';
import { useText } from '../../shared/text';

interface Props {
  isDisabled: boolean;
  onFile(file: File): void;
}

const Zone = styled.div<{ $isOver: boolean }>`
  border: 1px dashed ${({ theme, $isOver }) => ($isOver ? theme.colors.primary600 : theme.colors.neutral500)};
  background: ${({ theme, $isOver }) => ($isOver ? theme.colors.primary100 : theme.colors.neutral100)};
  border-radius: ${({ theme }) => theme.borderRadius};
  padding: ${({ theme }) => theme.spaces[8]} ${({ theme }) => theme.spaces[4]};
`;

/** Takes a file that is dropped on it, or chosen with its button. */
export const DropZone = ({ isDisabled, onFile }: Props) => {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  return (
    <Zone
      $isOver={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!isDisabled);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file && !isDisabled) onFile(file);
      }}
    >
      <Flex direction="column" gap={3}>
        <Typography textColor="neutral800" textAlign="center">
          {text('pseo.upload.drop')}
        </Typography>
        <Button
          variant="secondary"
          startIcon={<Upload />}
          disabled={isDisabled}
          onClick={() => input.current?.click()}
        >
          {text('pseo.upload.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          aria-label={text('pseo.upload.file')}
          accept=".csv,.tsv,.txt,.json,text/csv,application/json"
          style={{ display: 'none' }}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file, corrected, may be chosen again.
            event.target.value = '';
            if (file) onFile(file);
          }}
        />
        <Typography variant="pi" textColor="neutral600" textAlign="center">
          {text('pseo.upload.formats')}
        </Typography>
      </Flex>
    </Zone>
  );
};
