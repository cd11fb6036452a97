import { useEffect, useMemo, useState } from 'react';
import type { UnsavedWork } from '../../../../contracts/unsaved-work';
import { mergeValues, type Choose, type Values } from '../edit-conflicts/merge';
import { broughtBack, notStored } from './changes';
import { lookUntilAnswered } from './look';
import { useKeptForm } from './use-kept-form';

/** Keeps what is typed until it is saved, and finds what was left unsaved at an earlier visit. */
export const useUnsavedWork = () => {
  const { form, own, leftBy, notKept } = useKeptForm();
  const { initialValues } = form;
  const [found, setFound] = useState<UnsavedWork[]>([]);
  const [isLookedFor, setLookedFor] = useState(true);

  // What was left behind, in the browser and on the server, looked for once.
  useEffect(() => {
    let isCurrent = true;
    setFound([]);
    setLookedFor(true);
    if (!own) return undefined;
    const add = (copies: readonly UnsavedWork[]) => {
      if (!isCurrent) return;
      setFound((now) => newestOfEach([...now, ...copies]).filter(({ form: id }) => id !== own.id));
    };
    void own.local.find().then(add);
    const stop = lookUntilAnswered(
      () => own.server.find(),
      (copies) => {
        setLookedFor(true);
        add(copies);
      },
      () => setLookedFor(false),
      window,
    );
    return () => {
      isCurrent = false;
      stop();
    };
  }, [own]);

  // What has been saved in the meantime is nothing to offer. Looked at once, and not with each key: texts are long.
  const offered = useMemo(
    () =>
      found
        .filter(({ form: id }) => id !== leftBy)
        .map((work) => ({ ...work, changes: notStored(work.changes, initialValues) }))
        .find(({ changes }) => Object.keys(changes).length > 0),
    [found, leftBy, initialValues],
  );

  const forget = (id: string) => {
    setFound((now) => now.filter(({ form: other }) => other !== id));
    own?.local.drop(id);
    void own?.server.drop(id).catch(() => undefined);
  };

  /** Has these fields on offer until they are discarded. */
  const keepOnOffer = (rest: UnsavedWork) => {
    const { form: id, entry, basedOn, changes, keptAt } = rest;
    setFound((now) => [...now, rest]);
    void own?.local.keep(id, rest, keptAt);
    void own?.server.keep(id, { entry, basedOn, changes }).catch(() => undefined);
  };

  return {
    /** The newest that is not saved; undefined for none. */
    offered,
    /** False while the server cannot be asked what else there is. */
    isLookedFor,
    notKept,
    /** What is in the form, for a choice between that and what is offered. */
    valuesNow: form.getValues,
    /**
     * Puts the chosen fields into the form. The others stay on offer until they are discarded.
     * @param now what was in the form when the editor was asked
     */
    bringBack: (work: UnsavedWork, now: Values, fields: ReadonlySet<string>, choose: Choose) => {
      const all = Object.entries(work.changes);
      const chosen = Object.fromEntries(all.filter(([field]) => fields.has(field)));
      const rest = Object.fromEntries(all.filter(([field]) => !fields.has(field)));
      own?.takeOver(work.form);
      // A picture that has been uploaded since is in the form, and stays.
      form.setValues(mergeValues(now, broughtBack(chosen, now, choose), form.getValues()));
      setFound((now) => now.filter(({ form: id }) => id !== work.form));
      // The old copies go once the form has its own; it has these values with its next rendering.
      requestAnimationFrame(() => {
        void own?.keeper.secure().then((isSecure) => {
          if (!isSecure) return;
          if (Object.keys(rest).length > 0) keepOnOffer({ ...work, changes: rest });
          else forget(work.form);
        });
      });
    },
    discard: ({ form: id }: UnsavedWork) => forget(id),
  };
};

/** Of each form the copy that was made last, newest first. */
const newestOfEach = (copies: readonly UnsavedWork[]): UnsavedWork[] => {
  const sorted = [...copies].sort((one, other) => other.keptAt.localeCompare(one.keptAt));
  return sorted.filter(({ form }, index) => sorted.findIndex((other) => other.form === form) === index);
};
