import { IconButton, Typography } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import type { InputProps } from '../../edit-view/inputs';
import { InputFrame } from '../../edit-view/InputFrame';
import type { TermKind } from '../../shared/api/queries';
import { useText } from '../../shared/text';
import { TermChoice } from './TermChoice';
import { TermRow } from './TermRow';
import { useTermPicks } from './use-term-picks';

/** The input of a post's category, or of its author: one of its website's, or a new one. */
export const oneTermInput = (kind: Exclude<TermKind, 'tag'>) => {
  const OneTermInput = ({ name, label, hint, placeholder, required, disabled }: InputProps) => {
    const text = useText();
    const terms = useTermPicks(name, kind);
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
          placeholder={placeholder || (picked ? text(`terms.change-${kind}`) : undefined)}
          onPick={(term) => change([term])}
        />
      </InputFrame>
    );
  };
  return OneTermInput;
};
