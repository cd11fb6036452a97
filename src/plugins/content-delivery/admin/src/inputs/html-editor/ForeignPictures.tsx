import { Button, Flex, Typography } from '@strapi/design-system';
import { Notice as PlainNotice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { expires, hostOf } from './pasted/pictures';
import type { useForeignPictures } from './use-foreign-pictures';

type Props = Pick<
  ReturnType<typeof useForeignPictures>,
  'addresses' | 'isCopying' | 'isSavingHeld' | 'copy' | 'dismiss'
> & {
  /** Why the user cannot upload anything; null when they can. */
  refusal: string | null;
};

/** Names the websites that pasted pictures stay on, and copies them from there. */
export const ForeignPictures = ({ addresses, isCopying, isSavingHeld, copy, dismiss, refusal }: Props) => {
  const text = useText();
  const count = addresses.length;
  if (count === 0) return null;
  const hosts = [...new Set(addresses.map(hostOf))].join(', ');
  return (
    <PlainNotice
      tone="warning"
      action={
        <Flex gap={2}>
          {refusal === null && (
            <Button size="S" variant="secondary" loading={isCopying} onClick={copy}>
              {text(isCopying ? 'pictures.copying' : 'pictures.copy', { count })}
            </Button>
          )}
          <Button size="S" variant="tertiary" disabled={isCopying} onClick={dismiss}>
            {text('pictures.leave-elsewhere')}
          </Button>
        </Flex>
      }
    >
      <Typography textColor="neutral800">
        {text('pictures.elsewhere', { count, hosts })}
        {addresses.some(expires) && ` ${text('pictures.elsewhere.expire')}`}
      </Typography>
      {isSavingHeld && (
        <Typography textColor="neutral800">{text('pictures.saving-waits-for-copies')}</Typography>
      )}
      {refusal !== null && <Typography textColor="neutral800">{refusal}</Typography>}
    </PlainNotice>
  );
};
