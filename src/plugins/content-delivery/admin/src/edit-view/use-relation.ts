import { useRef } from 'react';
import { useField } from '@strapi/strapi/admin';
import { CAMPAIGN, PAGE } from '../shared/uids';
import { useOpenEntry } from './entry';
import { useGetSavedRelationQuery } from '../shared/api/queries';
import { picksOf, valueFor, type FormPick, type RelationValue, type Pick } from '../shared/relation-value';

const NONE: Pick[] = [];

/** A relation of the open entry: what is saved, what the form has made of it, and how to change that. */
export const useRelation = (field: string) => {
  const { model, documentId, status } = useOpenEntry();
  const { value, error, onChange } = useField<RelationValue>(field);
  const {
    data,
    isLoading,
    isFetching,
    isError: hasFailed,
  } = useGetSavedRelationQuery(
    { model, documentId: documentId ?? '', field, status },
    { skip: !documentId, refetchOnMountOrArgChange: true },
  );
  const saved = data ?? NONE;
  const picks = picksOf(saved, value);

  // After a save the form is empty before the answer is new: what was shown last stays until then.
  const shown = useRef(picks);
  const isSettling = isFetching && !value?.set && !value?.connect?.length && !value?.disconnect?.length;
  if (!isSettling) shown.current = picks;

  return {
    saved,
    picks: isSettling ? shown.current : picks,
    error,
    isLoading,
    hasFailed,
    change: (next: readonly FormPick[]) => onChange(field, valueFor(saved, next)),
  };
};

/** The website that the form has chosen, and the one that is saved. */
export const useWebsiteOfForm = () => {
  const { saved, picks, isLoading } = useRelation('website');
  return { website: picks.at(-1)?.documentId, savedWebsite: saved[0]?.documentId, isLoading };
};

/** The website that the form's entry will be on: of a pSEO page that of its campaign. Undefined until it is known. */
export const useWebsiteOfEntry = (): string | undefined => {
  const isPage = useOpenEntry().model === PAGE;
  const chosen = useRelation(isPage ? 'campaign' : 'website').picks.at(-1)?.documentId;
  const { data } = useGetSavedRelationQuery(
    { model: CAMPAIGN, documentId: chosen ?? '', field: 'website', status: 'draft' },
    { skip: !isPage || chosen === undefined },
  );
  return isPage ? data?.at(-1)?.documentId : chosen;
};
