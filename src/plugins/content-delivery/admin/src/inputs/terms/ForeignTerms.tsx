import { Button, Flex, Typography } from '@strapi/design-system';
import { Notice } from '../../shared/Notice';
import { useList, useQuote } from '../../shared/lists';
import { useText } from '../../shared/text';
import { useMayCreate } from './TermCombobox';
import { useSameNames } from './use-same-names';
import type { TermPicks } from './use-term-picks';

/** Says that picks belong to another website than the post does now, and offers two ways out. */
export const ForeignTerms = ({ of, disabled }: { of: TermPicks; disabled?: boolean }) => {
  const { kind, website, picks, foreign, change, setProblem } = of;
  const text = useText();
  const list = useList();
  const quote = useQuote();
  const mayCreate = useMayCreate(kind);
  const { isBusy, takeSameNames } = useSameNames(of, mayCreate);
  if (foreign.length === 0) return null;

  const remove = () => {
    setProblem(null);
    change(picks.filter((pick) => !foreign.some((one) => one.documentId === pick.documentId)));
  };

  return (
    <Notice tone="warning">
      <Typography>
        {text(website ? `terms.foreign-${kind}` : 'terms.no-website-any-more', {
          names: list(foreign.map(({ name }) => quote(name))),
          count: foreign.length,
        })}
      </Typography>
      {!disabled && (
        <Flex gap={2} wrap="wrap">
          {website && (
            <Button size="S" variant="secondary" loading={isBusy} onClick={takeSameNames}>
              {text(mayCreate ? 'terms.use-or-create-same-names' : 'terms.use-same-names')}
            </Button>
          )}
          <Button size="S" variant="tertiary" disabled={isBusy} onClick={remove}>
            {text('terms.remove-foreign', { count: foreign.length })}
          </Button>
        </Flex>
      )}
    </Notice>
  );
};
