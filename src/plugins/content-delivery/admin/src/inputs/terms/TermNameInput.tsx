import { Button, Flex, Typography } from '@strapi/design-system';
import { useField } from '@strapi/strapi/admin';
import { slugFromName } from '../../../../contracts/delivery';
import { fitName, hasSafeAddress } from '../../../../contracts/term-names';
import { useOpenEntry } from '../../edit-view/entry';
import { LineInput } from '../../edit-view/LineInput';
import type { InputProps } from '../../edit-view/inputs';
import { Notice } from '../../shared/Notice';
import { encodedCharacters, termPath } from '../../shared/post-address';
import { useText } from '../../shared/text';
import { CATEGORY } from '../../shared/uids';
import { AddressLine } from '../slug/AddressLine';
import { useCurrentError } from '../slug/use-current-error';

/** The name of a category or tag, and the address that front ends make of it. */
export const TermNameInput = ({ name, label, hint, placeholder, required, disabled }: InputProps) => {
  const text = useText();
  const { model, isClone } = useOpenEntry();
  const { value, initialValue, error: ofSave, onChange } = useField<string | null | undefined>(name);
  const typed = value ?? '';
  const error = useCurrentError(ofSave, typed);
  const kind = model === CATEGORY ? 'category' : 'tag';
  const isSafe = hasSafeAddress(typed);
  /** From before names needed a safe address, or migrated. */
  const isStored = !isClone && typed === initialValue;
  const instead = fitName(typed, kind);
  const encoded = encodedCharacters(slugFromName(typed));

  return (
    <LineInput
      {...{ name, label, hint, placeholder, required, disabled, value, error, onChange }}
      below={
        typed.trim() !== '' && (
          <Flex direction="column" alignItems="stretch" gap={2} paddingTop={1}>
            {isSafe ? (
              <AddressLine label={text('address')} address={termPath(kind, typed)} />
            ) : isStored ? (
              <Notice tone="warning">{text('term-address.unsafe-stored')}</Notice>
            ) : (
              // What is wrong is said once.
              error === undefined && (
                <Typography role="status" variant="pi" textColor="danger600">
                  {text('term-address.unsafe')}
                </Typography>
              )
            )}
            {isSafe && encoded.length > 0 && (
              <Typography role="status" variant="pi" textColor="neutral600">
                {text('term-address.encoded', { characters: encoded.join('  ') })}
              </Typography>
            )}
            {!isSafe && !disabled && (
              <Flex>
                <Button size="S" variant="tertiary" onClick={() => onChange(name, instead)}>
                  {text('term-address.take', { name: instead })}
                </Button>
              </Flex>
            )}
          </Flex>
        )
      }
    />
  );
};
