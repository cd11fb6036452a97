import { Flex, TextButton, Typography } from '@strapi/design-system';
import { useShownWebsite } from '../shared/shown-website';
import { useText } from '../shared/text';
import { useSwitch } from './use-switch';

/** Beside a list: why entries of other websites are not in it, and the way to them. */
export const ShownWebsiteNote = () => {
  const text = useText();
  const shown = useShownWebsite();
  const show = useSwitch();
  if (!shown) return null;
  return (
    <Flex gap={2}>
      <Typography variant="pi" textColor="neutral600">
        {text('switch.only', { name: shown.name })}
      </Typography>
      <TextButton onClick={() => show(null)}>{text('switch.show-all')}</TextButton>
    </Flex>
  );
};
