import { useState } from 'react';
import { useOpenEntry } from '../../edit-view/entry';
import type { TermKind } from '../../shared/api/queries';
import { foreignTo, type Pick } from '../../shared/relation-value';
import { useRelation, useWebsiteOfForm } from '../../edit-view/use-relation';

/** What the pickers of categories, of tags and of authors have in common. */
export const useTermPicks = (field: string, kind: TermKind) => {
  const { documentId } = useOpenEntry();
  const { website, savedWebsite, isLoading: isWebsiteLoading } = useWebsiteOfForm();
  const { saved, picks, error, isLoading, hasFailed, change } = useRelation(field);
  const [problem, setProblem] = useState<string | null>(null);
  const isUnknown = Boolean(documentId) && saved.length === 0 && (isLoading || hasFailed);
  return {
    kind,
    website,
    picks,
    foreign: isWebsiteLoading ? [] : foreignTo(website, savedWebsite, saved, picks),
    error: problem ?? error,
    setProblem,
    /** Without knowing what is saved, a choice would replace it unseen. */
    isUnknown: isUnknown || isWebsiteLoading,
    hasFailed,
    change,
    /** The term as a pick for the website that is chosen now. */
    asPick: ({ id, documentId, name }: Pick) => ({ id, documentId, name, website }),
  };
};

export type TermPicks = ReturnType<typeof useTermPicks>;
