import { useEffect, useState } from 'react';
import { Box, Button, Dialog, Flex, Typography } from '@strapi/design-system';
import { WarningCircle } from '@strapi/icons';
import type { FilesInUse } from '../../../contracts/media-library';
import { useText } from '../shared/text';
import { answerWith } from './ask';

interface Question {
  inUse: FilesInUse;
  answer(agreed: boolean): void;
}

/** Beside every page of the panel: says where files are used that an editor is about to delete or replace. */
export const UsesDialog = () => {
  const text = useText();
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    answerWith(
      (inUse) =>
        new Promise((answer) =>
          setQuestion((earlier) => {
            earlier?.answer(false);
            return { inUse, answer };
          }),
        ),
    );
    return () => answerWith(() => Promise.resolve(false));
  }, []);
  if (!question) return null;

  const { uses, more } = question.inUse;
  const close = (agreed: boolean) => {
    setQuestion(null);
    question.answer(agreed);
  };
  return (
    <Dialog.Root open onOpenChange={(open: boolean) => !open && close(false)}>
      <Dialog.Content>
        <Dialog.Header>{text('media.in-use.title')}</Dialog.Header>
        <Dialog.Body icon={<WarningCircle />}>
          <Flex direction="column" alignItems="stretch" gap={3}>
            <Typography>{text('media.in-use.about')}</Typography>
            <Box
              tag="ul"
              paddingLeft={4}
              maxHeight="24rem"
              overflow="auto"
              tabIndex={0}
              aria-label={text('media.in-use.list')}
              style={{ listStyle: 'disc' }}
            >
              {uses.map(({ file, type, title, website, isLive }, place) => (
                <Typography key={place} tag="li">
                  {text(website === null ? 'media.in-use.entry' : 'media.in-use.entry-of', {
                    file,
                    type,
                    title: title ?? '',
                    website: website ?? '',
                    state: text(isLive ? 'media.in-use.live' : 'media.in-use.not-live'),
                  })}
                </Typography>
              ))}
              {more > 0 && <Typography tag="li">{text('media.in-use.more', { more })}</Typography>}
            </Box>
          </Flex>
        </Dialog.Body>
        <Dialog.Footer>
          <Dialog.Cancel>
            <Button fullWidth variant="tertiary">
              {text('media.in-use.cancel')}
            </Button>
          </Dialog.Cancel>
          <Dialog.Action>
            <Button fullWidth variant="danger" onClick={() => close(true)}>
              {text('media.in-use.confirm')}
            </Button>
          </Dialog.Action>
        </Dialog.Footer>
      </Dialog.Content>
    </Dialog.Root>
  );
};
