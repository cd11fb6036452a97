import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useNotification } from '@strapi/strapi/admin';
import { useExactMoment } from '../../shared/moments/use-moments';
import { Notice } from '../../shared/Notice';
import { ModalDialog } from '../../shared/ModalDialog';
import { useText } from '../../shared/text';
import { countChoices } from './compare-values';
import { useFields } from '../use-fields';
import { Differences } from './Differences';
import { useConflict } from './use-conflict';
import { valueAsText } from './values-as-text';

/** In every form of the plugin's types: says when another editor has saved since, and asks before overwriting. */
export const ConflictDialog = () => {
  const text = useText();
  const moment = useExactMoment();
  const { toggleNotification } = useNotification();
  const { labelOf } = useFields();
  const { conflict, differences, choices, ...way } = useConflict();
  if (!conflict) {
    return (
      <>
        {way.failed && (
          <Typography textColor="danger700" role="alert">
            {text('saving.newer-failed')}
          </Typography>
        )}
        {way.isSettled && (
          <Notice tone="info">
            <Typography>{text('saving.settled')}</Typography>
            <Flex gap={2} wrap="wrap">
              <Button size="S" variant="tertiary" onClick={way.chooseAgain}>
                {text('saving.choose-again')}
              </Button>
              <Button size="S" variant="ghost" onClick={way.forget}>
                {text('saving.hide-settled')}
              </Button>
            </Flex>
          </Notice>
        )}
      </>
    );
  }

  const copyMine = async () => {
    const mine = differences.filter(({ by }) => by !== 'them');
    try {
      await navigator.clipboard.writeText(
        mine.map(({ field, mine: own }) => `${labelOf(field)}\n${valueAsText(own)}`).join('\n\n'),
      );
      toggleNotification({ type: 'success', message: text('saving.copied') });
    } catch {
      toggleNotification({ type: 'warning', message: text('saving.not-copied') });
    }
  };
  const who = conflict.savedBy ?? text('saving.another-editor');
  const when = moment(conflict.savedAt);
  const counts = countChoices(differences, choices);
  const merge = () => {
    way.merge();
    const places = counts.mine + counts.newer + counts.both;
    const message =
      places === 0 ? text('saving.merged') : text('saving.merged-places', { places, ...counts });
    toggleNotification({ type: 'info', message });
  };
  const discard = () => {
    way.discard();
    toggleNotification({ type: 'info', message: text('saving.discarded') });
  };
  return (
    <ModalDialog
      title={text('saving.title')}
      scrolls
      onClose={way.close}
      actions={
        <>
          <Flex gap={2} wrap="wrap">
            <Button variant="tertiary" onClick={way.close}>
              {text('saving.close')}
            </Button>
            <Button variant="tertiary" startIcon={<Duplicate />} onClick={copyMine}>
              {text('saving.copy')}
            </Button>
          </Flex>
          <Flex gap={2} wrap="wrap">
            <Button variant="danger-light" onClick={discard}>
              {text('saving.discard')}
            </Button>
            <Button onClick={merge}>{text('saving.merge')}</Button>
          </Flex>
        </>
      }
    >
      <Typography>{text('saving.what-happened', { who, when })}</Typography>
      <Differences
        differences={differences}
        choices={choices}
        onChoose={way.choose}
        names={{ newer: text('saving.column.newer'), mine: text('saving.column.mine') }}
      />
      <Box tag="ul" paddingLeft={4} style={{ listStyle: 'disc' }}>
        {['merge', 'discard', 'close'].map((one) => (
          <Typography key={one} tag="li" textColor="neutral600">
            {text(`saving.${one}-means`)}
          </Typography>
        ))}
      </Box>
    </ModalDialog>
  );
};
