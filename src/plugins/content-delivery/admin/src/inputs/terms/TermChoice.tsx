import { Typography } from '@strapi/design-system';
import type { InputProps } from '../../edit-view/inputs';
import { useText } from '../../shared/text';
import { ForeignTerms } from './ForeignTerms';
import { TermCombobox } from './TermCombobox';
import type { TermPicks } from './use-term-picks';

interface Props {
  of: TermPicks;
  disabled: boolean | undefined;
  placeholder: InputProps['placeholder'];
  onPick: (term: ReturnType<TermPicks['asPick']>) => void;
}

/** Where a term is chosen, once there is a website to choose from, and what stands in the way. */
export const TermChoice = ({ of, disabled, placeholder, onPick }: Props) => {
  const { kind, website, picks, isUnknown, hasFailed, setProblem, asPick } = of;
  const text = useText();
  return (
    <>
      {website ? (
        <TermCombobox
          kind={kind}
          website={website}
          picked={picks}
          disabled={disabled}
          placeholder={placeholder || undefined}
          onPick={(term) => onPick(asPick(term))}
          onProblem={setProblem}
        />
      ) : (
        <Typography variant="pi" textColor="neutral600">
          {text(isUnknown && !hasFailed ? 'loading' : 'terms.choose-website')}
        </Typography>
      )}
      <ForeignTerms of={of} disabled={disabled} />
      {hasFailed && isUnknown && <Typography textColor="danger600">{text('terms.not-reached')}</Typography>}
    </>
  );
};
