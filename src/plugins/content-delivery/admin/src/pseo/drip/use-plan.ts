import { useState } from 'react';
import type { DripPlan } from '../../../../contracts/pseo-drips';

const usualPlan = (): DripPlan => ({
  amount: 10,
  every: 'day',
  weekday: null,
  time: '09:00',
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  order: 'slug',
});

const isSame = (a: DripPlan | null, b: DripPlan | null): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * The plan in the form, beside the stored one, which others may change meanwhile: the form follows it as long as nobody
 * has changed anything in the form.
 * @param stored null for a new drip
 */
export const usePlan = (stored: DripPlan | null) => {
  const [plan, setPlan] = useState(stored ?? usualPlan());
  /** What the form began with. */
  const [from, setFrom] = useState(stored);
  const [seen, setSeen] = useState(stored);
  const take = () => {
    setFrom(stored);
    if (stored) setPlan(stored);
  };
  if (!isSame(stored, seen)) {
    setSeen(stored);
    if (isSame(plan, from) || isSame(plan, stored)) take();
  }
  return {
    plan,
    from,
    change: (changes: Partial<DripPlan>) => setPlan((before) => ({ ...before, ...changes })),
    /** Has the form begin anew with what is stored. */
    take,
    /** The form now begins with what was sent. */
    saved: setFrom,
    isUnchanged: isSame(plan, from),
    /** What is in the form was made of another plan than the one that is stored. */
    isOutdated: !isSame(plan, from) && !isSame(stored, from),
  };
};
