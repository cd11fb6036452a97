import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { finishBeforeSaving } from '../../edit-view/finish-input';
import { reasonOf } from '../../shared/api/errors';
import type { TermKind } from '../../shared/api/queries';
import type { Pick } from '../../shared/relation-value';
import { useText } from '../../shared/text';
import { useTermByName } from './use-term-by-name';

/** Where typed terms go. */
export interface TermTarget {
  kind: TermKind;
  website: string;
  /** Not offered, as it is picked already. */
  picked: readonly Pick[];
  onPick: (term: Pick) => void;
  /** What went wrong with adding one, in words; null when nothing did. */
  onProblem: (problem: string | null) => void;
}

/** No term has the name. */
class MissingTerm extends Error {}

/** What is typed into an input of categories, tags or authors, and how it becomes a pick. */
export const useTypedTerms = (
  { kind, website, picked, onPick, onProblem }: TermTarget,
  mayCreate: boolean,
) => {
  const text = useText();
  const termByName = useTermByName(kind, mayCreate);
  const [typed, setTyped] = useState('');
  const [isAdding, setAdding] = useState(false);

  // The combobox writes the chosen name into its input; here that is a separate list.
  const isOptionChosen = useRef(false);
  const pickedIds = picked.map(({ documentId }) => documentId).join(' ');
  useLayoutEffect(() => {
    if (isOptionChosen.current) setTyped('');
    isOptionChosen.current = false;
  }, [pickedIds]);

  // What is picked may have changed while the server was asked.
  const now = useRef({ picked, onPick });
  now.current = { picked, onPick };
  /** Picks the terms of these names. @returns false when one of them is not there and cannot be made */
  const add = async (names: readonly string[]): Promise<boolean> => {
    for (const [at, one] of names.entries()) {
      try {
        const term = await termByName(website, one);
        if (!term) throw new MissingTerm();
        const isPickedAlready = now.current.picked.some(({ documentId }) => documentId === term.documentId);
        if (!isPickedAlready) now.current.onPick(term);
      } catch (error) {
        const problem = error instanceof MissingTerm ? 'terms.not-there' : 'terms.not-created';
        onProblem(reasonOf(error) ?? text(problem, { name: one }));
        const missing = names.slice(at);
        // Of tags all are wanted, of others only what was typed last.
        setTyped((since) => (kind === 'tag' ? [...missing, since].filter(Boolean).join(', ') : since || one));
        return false;
      }
    }
    return true;
  };

  /** Adds what is typed; one after the other, in their order. */
  const adding = useRef<Promise<boolean> | null>(null);
  const finish = (): Promise<boolean> | null => {
    const names = (kind === 'tag' ? typed.split(',') : [typed]).map((one) => one.trim()).filter(Boolean);
    if (names.length === 0) return adding.current;
    setTyped('');
    setAdding(true);
    const before = adding.current ?? Promise.resolve(true);
    const own = before
      .then(async (isDone) => {
        // Why one before it was not added is still to be read.
        if (isDone) onProblem(null);
        return (await add(names)) && isDone;
      })
      .finally(() => {
        if (adding.current !== own) return;
        adding.current = null;
        setAdding(false);
      });
    adding.current = own;
    return own;
  };
  const latest = useRef(finish);
  latest.current = finish;
  useEffect(() => finishBeforeSaving(() => latest.current()), []);

  return {
    typed,
    setTyped,
    isAdding,
    /** Adds what is typed. @returns null for nothing */
    finish,
    optionChosen: () => {
      isOptionChosen.current = true;
    },
  };
};
