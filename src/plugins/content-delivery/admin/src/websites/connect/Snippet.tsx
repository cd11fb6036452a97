import { Box, Flex, IconButton, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useText } from '../../shared/text';
import { Code } from '../../shared/Code';

interface SnippetProps {
  title: string;
  about?: string;
  /** As it is shown: with the key's mask until the key is revealed. */
  code: string;
  onCopy(): void;
}

/** Code to take over, with a button that copies it. */
export const Snippet = ({ title, about, code, onCopy }: SnippetProps) => {
  const text = useText();
  return (
    <Box>
      <Flex direction="column" alignItems="stretch" gap={2}>
        <Flex justifyContent="space-between" alignItems="flex-end" gap={4}>
          <Box>
            <Typography variant="omega" fontWeight="semiBold" tag="h3">
              {title}
            </Typography>
            {about && (
              <Typography variant="pi" textColor="neutral600" tag="p">
                {about}
              </Typography>
            )}
          </Box>
          <IconButton label={text('connect.copy', { what: title })} onClick={onCopy}>
            <Duplicate />
          </IconButton>
        </Flex>
        <Code label={title}>{code}</Code>
      </Flex>
    </Box>
  );
};
