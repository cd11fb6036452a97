import { useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { Notice } from '../../shared/Notice';
import { reasonOf } from '../../shared/api/errors';
import { useList, useQuote } from '../../shared/lists';
import { useText } from '../../shared/text';
import type { Pick } from '../../shared/relation-value';
import { useMayCreate } from './TermCombobox';
import { useTermByName } from './use-term-by-name';
import type { TermPicks } from './use-term-picks';

/** Says that picks belong to another website than the post does now, and offers two ways out. */
export const ForeignTerms = ({ of, disabled }: { of: TermPicks; disabled?: boolean }) => {
  const { kind, website, picks, foreign, change, asPick, setProblem } = of;
  const text = useText();
  const list = useList();
  const quote = useQuote();
  const mayCreate = useMayCreate(kind);
  const termByName = useTermByName(kind, mayCreate);
  const [isBusy, setBusy] = useState(false);
  if (foreign.length === 0) return null;

  const namesOf = (some: readonly Pick[]) => list(some.map(({ name }) => quote(name)));
  const isForeign = (pick: Pick) => foreign.some((one) => one.documentId === pick.documentId);
  const remove = () => {
    setProblem(null);
    change(picks.filter((pick) => !isForeign(pick)));
  };

  const takeSameNames = async () => {
    if (!website) return;
    setBusy(true);
    setProblem(null);
    try {
      const next = [];
      for (const pick of picks) {
        const found = isForeign(pick) ? await termByName(website, pick.name) : pick;
        next.push(found && isForeign(pick) ? asPick(found) : pick);
      }
      change(next);
      const missing = next.filter((pick, index) => isForeign(pick) && pick === picks[index]);
      if (missing.length > 0) {
        setProblem(text('terms.not-on-website', { names: namesOf(missing), count: missing.length }));
      }
    } catch (error) {
      setProblem(reasonOf(error) ?? text('terms.not-reached'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Notice tone="warning">
      <Typography>
        {text(website ? `terms.foreign-${kind}` : 'terms.no-website-any-more', {
          names: namesOf(foreign),
          count: foreign.length,
        })}
      </Typography>
      {!disabled && (
        <Flex gap={2} wrap="wrap">
          {website && (
            <Button size="S" variant="secondary" loading={isBusy} onClick={() => void takeSameNames()}>
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
