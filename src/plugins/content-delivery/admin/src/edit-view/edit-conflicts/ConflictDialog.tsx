import { Box, Button, Flex, Modal, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { useExactMoment } from '../../shared/moments/use-moments';
import { textId } from '../../shared/plugin-id';
import { Differences, differencesOf } from './Differences';
import { ScrollingBody } from '../../shared/ScrollingBody';
import { useConflict } from './use-conflict';

/** In every form of the plugin's types: says when another editor has saved since, and asks before overwriting. */
export const ConflictDialog = () => {
  const { formatMessage } = useIntl();
  const moment = useExactMoment();
  const { toggleNotification } = useNotification();
  const conflict = useConflict();
  const text = (key: string, values?: Record<string, string>) =>
    formatMessage({ id: textId(`saving.${key}`) }, values);
  const { newer } = conflict;
  if (!newer) {
    return conflict.failed ? (
      <Typography textColor="danger700" role="alert">
        {text('newer-failed')}
      </Typography>
    ) : null;
  }

  const differences = differencesOf(conflict, newer.values);
  const copyMine = async () => {
    const mine = differences.filter(({ by }) => by !== 'them');
    try {
      await navigator.clipboard.writeText(
        mine.map(({ label, mine: own }) => `${label}\n${own}`).join('\n\n'),
      );
      toggleNotification({ type: 'success', message: text('copied') });
    } catch {
      toggleNotification({ type: 'warning', message: text('not-copied') });
    }
  };
  const who = newer.savedBy ?? text('another-editor');
  const when = moment(newer.savedAt);
  return (
    <Modal.Root open onOpenChange={(open: boolean) => (open ? undefined : conflict.close())}>
      <Modal.Content>
        <Modal.Header closeLabel={text('close-dialog')}>
          <Modal.Title>{text('title')}</Modal.Title>
        </Modal.Header>
        <ScrollingBody label={text('title')}>
          <Typography>{text('what-happened', { who, when })}</Typography>
          <Differences differences={differences} />
          <Box tag="ul" paddingLeft={4} style={{ listStyle: 'disc' }}>
            {['merge', 'discard', 'close'].map((way) => (
              <Typography key={way} tag="li" textColor="neutral600">
                {text(`${way}-means`)}
              </Typography>
            ))}
          </Box>
        </ScrollingBody>
        <Modal.Footer>
          <Flex gap={2} wrap="wrap">
            <Button variant="tertiary" onClick={conflict.close}>
              {text('close')}
            </Button>
            <Button variant="tertiary" startIcon={<Duplicate />} onClick={copyMine}>
              {text('copy')}
            </Button>
          </Flex>
          <Flex gap={2} wrap="wrap">
            <Button variant="danger-light" onClick={conflict.discard}>
              {text('discard')}
            </Button>
            <Button
              onClick={() => {
                conflict.merge();
                toggleNotification({ type: 'info', message: text('merged') });
              }}
            >
              {text('merge')}
            </Button>
          </Flex>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
};
