import { useEffect, useRef, useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { useAuth, useForm } from '@strapi/strapi/admin';
import { useIntl } from 'react-intl';
import { useOpenEntry } from '../entry';
import { Notice } from '../../shared/Notice';
import { useText } from '../../shared/text';
import { draftKey, dropDraft, keepDraft, NEW_ENTRY, readDraft, type Draft } from './drafts';

const PAUSE_MS = 500;

interface PanelProps {
  document?: { updatedAt?: string };
  activeTab?: string;
}

type Values = Record<string, unknown>;

/** Beside the form, only when there is something: unsaved work of this tab that can be brought back. */
export const UnsavedWorkPanel = ({ document, activeTab }: PanelProps) => {
  const text = useText();
  const { formatDate } = useIntl();
  const { draft, isOutdated, bringBack, discard } = useUnsavedWork(document?.updatedAt ?? null, activeTab);
  if (!draft) return null;

  const when = formatDate(draft.keptAt, { dateStyle: 'medium', timeStyle: 'short' });
  return {
    title: text('unsaved-work.title'),
    content: (
      <Notice tone={isOutdated ? 'warning' : 'info'}>
        <Typography>{text('unsaved-work.found', { when })}</Typography>
        {isOutdated && <Typography>{text('unsaved-work.outdated')}</Typography>}
        <Flex gap={2} wrap="wrap">
          <Button size="S" onClick={bringBack}>
            {text('unsaved-work.bring-back')}
          </Button>
          <Button size="S" variant="tertiary" onClick={discard}>
            {text('unsaved-work.discard')}
          </Button>
        </Flex>
      </Notice>
    ),
  };
};

const useUnsavedWork = (updatedAt: string | null, activeTab: string | undefined) => {
  const { model, documentId, isClone } = useOpenEntry();
  const user = useAuth('UnsavedWorkPanel', ({ user: me }) => me?.id);
  const values = useForm('UnsavedWorkPanel', (form) => form.values) as Values;
  const isModified = useForm('UnsavedWorkPanel', (form) => form.modified);
  const isSubmitting = useForm('UnsavedWorkPanel', (form) => form.isSubmitting);
  const setValues = useForm('UnsavedWorkPanel', (form) => form.setValues);
  const isUsed = user !== undefined && !isClone && activeTab !== 'published';
  const key = isUsed ? draftKey(String(user), model, documentId ?? NEW_ENTRY) : null;

  // What was left behind, looked at once for each entry.
  const [draft, setDraft] = useState<Draft | null>(null);
  useEffect(() => setDraft(key ? readDraft(sessionStorage, key) : null), [key]);

  const wasModified = useRef(false);
  useEffect(() => {
    if (!key || isSubmitting) return undefined;
    if (!isModified) {
      // Changed back by hand, or discarded.
      if (wasModified.current) dropDraft(sessionStorage, key);
      wasModified.current = false;
      return undefined;
    }
    wasModified.current = true;
    const timer = setTimeout(() => {
      keepDraft(sessionStorage, key, { values, basedOn: updatedAt, keptAt: new Date().toISOString() });
      setDraft(null);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key, values, isModified, isSubmitting, updatedAt]);

  return {
    draft,
    isOutdated: draft !== null && draft.basedOn !== updatedAt,
    bringBack: () => {
      if (draft) setValues(draft.values);
      setDraft(null);
    },
    discard: () => {
      if (key) dropDraft(sessionStorage, key);
      setDraft(null);
    },
  };
};
