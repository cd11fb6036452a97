import { useEffect, useRef } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';
import { useLocation } from 'react-router-dom';
import { useShownWebsite } from '../../shared/shown-website';
import { ACCOUNT, CAMPAIGN, CATEGORY, INTERNAL_LINK, POST, TAG, WEBSITE } from '../../shared/uids';
import { changedFields, comparable } from '../edit-conflicts/merge';
import { beforeLinkIsFollowed } from './before-link-is-followed';
import { chosen, readPrefilledWebsite } from './prefilled';

interface Form {
  values: Record<string, { connect?: unknown[] } | undefined>;
  initialValues: Record<string, unknown>;
  onChange(name: string, value: unknown): void;
}

const OF_A_WEBSITE: readonly string[] = [POST, CATEGORY, TAG, CAMPAIGN];

/**
 * Chooses the website of a new entry: that of the page "Websites" on which it was begun, else the one that the panel
 * shows. It shows nothing itself.
 */
export const PrefillWebsite = ({ model, documentId }: { model: string; documentId?: string }) => {
  const { form } = useContentManagerContext() as unknown as { form: Form };
  const brought = readPrefilledWebsite(useLocation().state as unknown);
  const shown = useShownWebsite();
  const isDone = useRef(false);
  const field = model === INTERNAL_LINK ? 'account' : 'website';
  const value = valueFor(model, brought, shown);
  const isWanted = !documentId && value !== null && !form.values[field]?.connect?.length;

  useEffect(() => {
    // Once: an editor who removes the website means it.
    if (!isWanted || isDone.current) return;
    isDone.current = true;
    form.onChange(field, value);
  }, [isWanted, field, value, form]);

  const isUntouched = isDone.current && isOnlyChange(form, field, value);
  useEffect(() => {
    if (!isUntouched) return;
    return beforeLinkIsFollowed(() => form.onChange(field, form.initialValues[field]));
  }, [isUntouched, field, form]);
  return null;
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
