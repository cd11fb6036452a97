import { useEffect, useState } from 'react';
import {
  unstable_useContentManagerContext as useContentManagerContext,
  useFetchClient,
} from '@strapi/strapi/admin';
import { OPENED_VERSION } from '../../../../contracts/editing';
import { announce } from '../rebase/requests';
import { useFields } from '../use-fields';
import { chooseBy, differencesOf, type Choices } from './compare-values';
import { changedFields, mergeValues, type Values } from './merge';
import { openedBy } from './opened-versions';
import { reloadEntry } from './reload';

interface Form {
  values: Values;
  initialValues: Values;
  errors: Record<string, unknown>;
  getValues(): Values;
  setValues(values: Values): void;
  setErrors(errors: Record<string, unknown>): void;
}

interface Context {
  model: string;
  id?: string;
  form: Form;
}

/** A form in conflict: as it was opened, as it was typed, and what another editor has saved. */
interface Conflict {
  opened: Values;
  mine: Values;
  newer: Values;
  savedAt: string;
  savedBy: string | null;
}

/** What was made of it, until the form is left. */
interface Settled {
  conflict: Conflict;
  choices: Choices;
  /** What the form got. */
  values: Values;
}

interface NewerEntry extends Values {
  updatedAt: string;
  updatedBy: { firstname?: string; lastname?: string; username?: string } | null;
}

/** An entry's form whose save was refused because another editor has saved since, and the ways out. */
export const useConflict = () => {
  const { model, id, form } = useContentManagerContext() as unknown as Context;
  const { contentType, isRelation } = useFields();
  const { get } = useFetchClient();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [choices, setChoices] = useState<Choices>(new Map());
  const [settled, setSettled] = useState<Settled | null>(null);
  const [failed, setFailed] = useState(false);
  const refusal = form.errors[OPENED_VERSION];

  /** As the form would have them: with its marks where nothing has changed, and its relations, which it loads by itself. */
  const inForm = (entry: NewerEntry): Values => {
    const changed = changedFields(form.initialValues, entry).filter(
      (field) => field in entry && contentType?.attributes[field] && !isRelation(field),
    );
    return {
      ...form.initialValues,
      ...Object.fromEntries(changed.map((field) => [field, entry[field]])),
      [OPENED_VERSION]: entry[OPENED_VERSION],
    };
  };

  // Each refusal is a new error, as the form clears its errors before it saves.
  useEffect(() => {
    if (!refusal || !id) return undefined;
    let current = true;
    setFailed(false);
    get<{ data: NewerEntry }>(`/content-manager/collection-types/${model}/${id}`).then(
      ({ data: { data } }) => {
        if (!current) return;
        setChoices(new Map());
        setConflict({
          opened: openedBy(model, id, form),
          mine: form.getValues(),
          newer: inForm(data),
          savedAt: data.updatedAt,
          savedBy: nameOf(data.updatedBy),
        });
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
    // What was typed is looked at once, when the save is refused.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [refusal, id, model, get]);

  const close = () => {
    setConflict(null);
    form.setErrors({});
  };
  const differences = conflict
    ? differencesOf(conflict.opened, conflict.mine, conflict.newer, isRelation)
    : [];

  /** Has the form rest on the newer version, with these values in it, to be looked at and saved. */
  const put = (values: Values) => {
    if (!conflict) return;
    close();
    if (settled?.conflict === conflict) {
      // It rests on that already; what was typed since stays.
      const now = form.getValues();
      const next = mergeValues(settled.values, now, values);
      const fields = differences.map(({ field }) => field).filter((field) => !isRelation(field));
      form.setValues({ ...now, ...Object.fromEntries(fields.map((field) => [field, next[field]])) });
    } else {
      announce(model, id, { type: 'merged', newer: conflict.newer, values });
      reloadEntry(model, id ?? '');
    }
    setSettled({ conflict, choices, values });
  };

  return {
    conflict,
    differences,
    choices,
    choose: setChoices,
    failed: Boolean(refusal) && failed,
    /** Goes on with what was typed; the next saving is refused again. */
    close,
    /** Puts one's own changes into the newer version. */
    merge() {
      if (!conflict) return;
      const { opened, mine, newer } = conflict;
      put(mergeValues(opened, mine, newer, chooseBy(differences, choices)));
    },
    /** Gives up one's own changes for the newer version. */
    discard() {
      if (conflict) put(conflict.newer);
    },
    /** There was a conflict, and what was left out can be had back. */
    isSettled: settled !== null && conflict === null,
    chooseAgain() {
      if (!settled) return;
      setChoices(settled.choices);
      setConflict(settled.conflict);
    },
    forget: () => setSettled(null),
  };
};

const nameOf = (user: NewerEntry['updatedBy']): string | null => {
  const { firstname, lastname, username } = user ?? {};
  return [firstname, lastname].filter(Boolean).join(' ') || username || null;
};
