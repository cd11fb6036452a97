import { useEffect, useRef } from 'react';
import { unstable_useContentManagerContext as useContentManagerContext } from '@strapi/strapi/admin';
import { useLocation } from 'react-router-dom';
import { POST } from '../../shared/uids';
import { chosen, readPrefilledWebsite } from './prefilled';

interface Form {
  values: { website?: { connect?: unknown[] } };
  onChange(name: string, value: unknown): void;
}

/** Chooses the website of a new post that was begun from the page "Websites". It shows nothing itself. */
export const PrefillWebsite = ({ model, documentId }: { model: string; documentId?: string }) => {
  const { form } = useContentManagerContext() as unknown as { form: Form };
  const website = readPrefilledWebsite(useLocation().state as unknown);
  const isDone = useRef(false);
  const isWanted = model === POST && !documentId && website !== null && !form.values.website?.connect?.length;

  useEffect(() => {
    // Once: an editor who removes the website means it.
    if (!isWanted || isDone.current || !website) return;
    isDone.current = true;
    form.onChange('website', chosen(website));
  }, [isWanted, website, form]);
  return null;
};
