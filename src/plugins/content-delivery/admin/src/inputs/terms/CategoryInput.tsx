import { Field, Flex, IconButton, Typography } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import type { InputProps } from '../../edit-view/inputs';
import { useText } from '../../shared/text';
import { ForeignTerms } from './ForeignTerms';
import { TermCombobox } from './TermCombobox';
import { TermRow } from './TermRow';
import { useTermPicks } from './use-term-picks';

/** A post's category: one of its website's, or a new one. */
export const CategoryInput = ({ name, label, hint, placeholder, required, disabled }: InputProps) => {
  const text = useText();
  const terms = useTermPicks(name, 'category');
  const { website, picks, error, isUnknown, hasFailed, setProblem, change, asPick } = terms;
  const isDisabled = disabled || isUnknown;
  const [picked] = picks;

  return (
    <Field.Root name={name} hint={hint} error={error} required={required}>
      <Flex direction="column" alignItems="stretch" gap={1}>
        <Field.Label>{label}</Field.Label>
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
        {website ? (
          <TermCombobox
            kind="category"
            website={website}
            picked={picks}
            disabled={isDisabled}
            placeholder={placeholder || (picked ? text('terms.change-category') : undefined)}
            onPick={(term) => change([asPick(term)])}
            onProblem={setProblem}
          />
        ) : (
          <Typography variant="pi" textColor="neutral600">
            {text(isUnknown && !hasFailed ? 'terms.loading' : 'terms.choose-website')}
          </Typography>
        )}
        <ForeignTerms of={terms} disabled={isDisabled} />
        {hasFailed && isUnknown && <Typography textColor="danger600">{text('terms.not-reached')}</Typography>}
        <Field.Error />
        <Field.Hint />
      </Flex>
    </Field.Root>
  );
};
