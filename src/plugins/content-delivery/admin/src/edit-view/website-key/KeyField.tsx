import { useState, type ReactNode } from 'react';
import { Box, Field, Flex, IconButton, TextInput, Typography } from '@strapi/design-system';
import { Duplicate, Eye, EyeStriked } from '@strapi/icons';
import { useCopy } from '../../shared/copy';
import { useText } from '../../shared/text';
import { useReadApiKey } from './useApiKey';

interface KeyFieldProps {
  documentId: string;
  mask: string;
  mayReveal: boolean;
  /** More to do with the key, beside the field. */
  children?: ReactNode;
}

/** The API key of a website, masked until an editor with the permission reveals it. Remounted for another key. */
export const KeyField = ({ documentId, mask, mayReveal, children }: KeyFieldProps) => {
  const text = useText();
  const copy = useCopy();
  const read = useReadApiKey(documentId);
  const [shownKey, setShownKey] = useState<string | null>(null);

  const show = async () => setShownKey(await read());
  const copyKey = async () => {
    const key = shownKey ?? (await read());
    // Where the browser does not copy, the key can still be selected.
    if (key !== null && !(await copy(key, text('website-key.copied')))) setShownKey(key);
  };

  return (
    <Flex direction="column" alignItems="stretch" gap={1}>
      <Field.Root name={`website-key-${documentId}`} width="100%">
        <Field.Label>{text('website-key.title')}</Field.Label>
        <Flex gap={2} wrap="wrap">
          <Box flex="1 1 16rem" minWidth="0">
            <TextInput
              readOnly
              value={shownKey ?? mask}
              onFocus={(event: { target: HTMLInputElement }) => event.target.select()}
            />
          </Box>
          {mayReveal && (
            <>
              <IconButton
                size="L"
                label={text(shownKey === null ? 'website-key.show' : 'website-key.hide')}
                onClick={() => (shownKey === null ? void show() : setShownKey(null))}
              >
                {shownKey === null ? <Eye /> : <EyeStriked />}
              </IconButton>
              <IconButton size="L" label={text('website-key.copy')} onClick={() => void copyKey()}>
                <Duplicate />
              </IconButton>
            </>
          )}
          {children}
        </Flex>
      </Field.Root>
      {!mayReveal && (
        <Typography variant="pi" textColor="neutral600">
          {text('website-key.no-permission')}
        </Typography>
      )}
    </Flex>
  );
};
