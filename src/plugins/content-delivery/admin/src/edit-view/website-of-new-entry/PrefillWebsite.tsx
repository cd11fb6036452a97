import { useEffect, useRef } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';
import { useLocation } from 'react-router-dom';
import type { WebsiteName } from '../../../../contracts/website-switch';
import { useShownWebsite } from '../../shared/shown-website';
import { ACCOUNT, AUTHOR, CAMPAIGN, CATEGORY, INTERNAL_LINK, POST, TAG, WEBSITE } from '../../shared/uids';
import { useGetWebsiteNamesQuery } from '../../website-switch/lists';
import { changedFields, comparable } from '../edit-conflicts/merge';
import { beforeLinkIsFollowed } from './before-link-is-followed';
import { chosen, readPrefilledWebsite } from './prefilled';

interface Form {
  values: Record<string, { connect?: unknown[] } | undefined>;
  initialValues: Record<string, unknown>;
  onChange(name: string, value: unknown): void;
}

const OF_A_WEBSITE: readonly string[] = [POST, CATEGORY, TAG, AUTHOR, CAMPAIGN];

/**
 * Chooses the website of a new entry: that of the page "Websites" on which it was begun, else the one that the panel
 * shows, else the only one that there is for the user. It shows nothing itself.
 */
export const PrefillWebsite = ({ model, documentId }: { model: string; documentId?: string }) => {
  const { form } = useContentManagerContext() as unknown as { form: Form };
  const brought = readPrefilledWebsite(useLocation().state as unknown);
  const only = useOnlyWebsite(documentId === undefined);
  const shown = useShownWebsite() ?? only;
  /** What was chosen here: the answer about websites may be on its way again meanwhile. */
  const put = useRef<object | null>(null);
  const field = model === INTERNAL_LINK ? 'account' : 'website';
  const value = valueFor(model, brought, shown);
  const isWanted = !documentId && value !== null && !form.values[field]?.connect?.length;

  useEffect(() => {
    // Once: an editor who removes the website means it.
    if (!isWanted || put.current) return;
    put.current = value;
    form.onChange(field, value);
  }, [isWanted, field, value, form]);

  const isUntouched = put.current !== null && isOnlyChange(form, field, put.current);
  useEffect(() => {
    if (!isUntouched) return;
    return beforeLinkIsFollowed(() => form.onChange(field, form.initialValues[field]));
  }, [isUntouched, field, form]);
  return null;
};

/** The website of who has no other; null also while that is not known. */
const useOnlyWebsite = (isAsked: boolean): WebsiteName | null => {
  // Colleagues may have added one since.
  const { data, isFetching } = useGetWebsiteNamesQuery(undefined, {
    skip: !isAsked,
    refetchOnMountOrArgChange: true,
  });
  return !isFetching && data?.length === 1 ? (data[0] ?? null) : null;
};

/** Whether nothing but this was put into the form. */
const isOnlyChange = ({ values, initialValues }: Form, field: string, value: unknown): boolean =>
  comparable(values[field]) === comparable(value) &&
  changedFields(initialValues, values).every((name) => name === field);

const valueFor = (
  model: string,
  brought: ReturnType<typeof readPrefilledWebsite>,
  shown: ReturnType<typeof useShownWebsite>,
): object | null => {
  if (OF_A_WEBSITE.includes(model)) {
    const website = brought ?? shown;
    return website && chosen(WEBSITE, website);
  }
  return model === INTERNAL_LINK && shown?.account ? chosen(ACCOUNT, shown.account) : null;
};
