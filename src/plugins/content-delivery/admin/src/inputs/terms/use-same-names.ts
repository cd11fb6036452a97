import { useRef } from 'react';
import { useWorkBeforeSaving } from '../../edit-view/use-work-before-saving';
import { reasonOf } from '../../shared/api/errors';
import { useList, useQuote } from '../../shared/lists';
import type { FormPick } from '../../shared/relation-value';
import { useText } from '../../shared/text';
import { useTermByName } from './use-term-by-name';
import type { TermPicks } from './use-term-picks';

/** Picks the terms of the post's website in place of those of another one that have the same names. */
export const useSameNames = (of: TermPicks, mayCreate: boolean) => {
  const { kind, website, foreign, asPick, setProblem } = of;
  const text = useText();
  const list = useList();
  const quote = useQuote();
  const termByName = useTermByName(kind, mayCreate);
  const { isWorking: isBusy, begin } = useWorkBeforeSaving();

  // What is picked may change while the server is asked.
  const now = useRef(of);
  now.current = of;

  /** @returns false when one of them is not there and cannot be made */
  const replace = async (on: string): Promise<boolean> => {
    setProblem(null);
    try {
      const found = new Map<string, FormPick>();
      for (const { documentId, name } of foreign) {
        const same = await termByName(on, name);
        if (same) found.set(documentId, asPick(same));
      }
      const { picks, change } = now.current;
      const next = picks.map((pick) => found.get(pick.documentId) ?? pick);
      const isFirst = (pick: FormPick, at: number) =>
        next.findIndex(({ documentId }) => documentId === pick.documentId) === at;
      change(next.filter(isFirst));
      const missing = foreign.filter(
        (one) => !found.has(one.documentId) && picks.some(({ documentId }) => documentId === one.documentId),
      );
      if (missing.length > 0) {
        const names = list(missing.map(({ name }) => quote(name)));
        setProblem(text('terms.not-on-website', { names, count: missing.length }));
      }
      return missing.length === 0;
    } catch (error) {
      setProblem(reasonOf(error) ?? text('terms.not-reached'));
      return false;
    }
  };

  return {
    isBusy,
    // Before that the server would refuse what is saved.
    takeSameNames: () => website && begin(() => replace(website)),
  };
};
