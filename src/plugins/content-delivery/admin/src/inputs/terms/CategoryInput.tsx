import { IconButton, Typography } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import type { InputProps } from '../../edit-view/inputs';
import { InputFrame } from '../../edit-view/InputFrame';
import { useText } from '../../shared/text';
import { TermChoice } from './TermChoice';
import { TermRow } from './TermRow';
import { useTermPicks } from './use-term-picks';

/** A post's category: one of its website's, or a new one. */
export const CategoryInput = ({ name, label, hint, placeholder, required, disabled }: InputProps) => {
  const text = useText();
  const terms = useTermPicks(name, 'category');
  const { picks, error, isUnknown, setProblem, change } = terms;
  const isDisabled = disabled || isUnknown;
  const [picked] = picks;

  return (
    <InputFrame name={name} hint={hint} error={error} required={required} label={label}>
      {picked && (
        <TermRow isForeign={terms.foreign.length > 0}>
          <Typography ellipsis>{picked.name}</Typography>
          <IconButton
            label={text('terms.remove', { name: picked.name })}
            variant="ghost"
            size="S"
            disabled={isDisabled}
            onClick={() => {
              setProblem(null);
              change([]);
            }}
          >
            <Cross />
          </IconButton>
        </TermRow>
      )}
      <TermChoice
        of={terms}
        disabled={isDisabled}
        placeholder={placeholder || (picked ? text('terms.change-category') : undefined)}
        onPick={(term) => change([term])}
      />
    </InputFrame>
  );
};
