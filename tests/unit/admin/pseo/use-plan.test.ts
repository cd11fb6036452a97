/** @jest-environment jsdom */
import type { DripPlan } from '../../../../src/plugins/content-delivery/contracts/pseo-drips';
import { act, renderHook } from '../shared/rendered-hook';

interface PlanInForm {
  plan: DripPlan;
  from: DripPlan | null;
  change(changes: Partial<DripPlan>): void;
  take(): void;
  saved(plan: DripPlan): void;
  isUnchanged: boolean;
  isOutdated: boolean;
}
// Its types are those of a browser, which tests do not have.
const { usePlan } = jest.requireActual<{ usePlan(stored: DripPlan | null): PlanInForm }>(
  '../../../../src/plugins/content-delivery/admin/src/pseo/drip/use-plan',
);

const PLAN: DripPlan = {
  amount: 10,
  every: 'day',
  weekday: null,
  time: '09:00',
  timeZone: 'Europe/Berlin',
  order: 'slug',
};
const NEWER: DripPlan = { ...PLAN, amount: 500 };

describe('the plan in the form of a drip', () => {
  let form: ReturnType<typeof renderHook<DripPlan | null, PlanInForm>>;
  beforeEach(() => void (form = renderHook(usePlan)));
  afterEach(() => form.unmount());
  const change = (changes: Partial<DripPlan>) => act(() => form.latest().change(changes));

  it('follows the stored one while nothing is changed in the form', async () => {
    await form.render(PLAN);
    await form.render(NEWER);
    expect(form.latest()).toMatchObject({ plan: NEWER, from: NEWER, isUnchanged: true, isOutdated: false });
  });

  it('that was changed in the form stays, and says that another one is stored by now', async () => {
    await form.render(PLAN);
    await change({ time: '18:00' });
    expect(form.latest()).toMatchObject({ isUnchanged: false, isOutdated: false });

    await form.render(NEWER);
    const mine = { ...PLAN, time: '18:00' };
    expect(form.latest()).toMatchObject({ plan: mine, from: PLAN, isOutdated: true });

    await act(() => form.latest().take());
    expect(form.latest()).toMatchObject({ plan: NEWER, from: NEWER, isUnchanged: true, isOutdated: false });
  });

  it('is what the next change begins with once it is saved', async () => {
    await form.render(PLAN);
    await change({ amount: 500 });
    await act(() => form.latest().saved(NEWER));
    expect(form.latest()).toMatchObject({ plan: NEWER, from: NEWER, isUnchanged: true });

    await change({ time: '18:00' });
    await form.render(NEWER);
    expect(form.latest()).toMatchObject({
      plan: { ...NEWER, time: '18:00' },
      from: NEWER,
      isOutdated: false,
    });
  });

  it('of a new drip has nothing that it could differ from', async () => {
    await form.render(null);
    expect(form.latest()).toMatchObject({ from: null, isUnchanged: false, isOutdated: false });
    await change({ amount: 3 });
    expect(form.latest()).toMatchObject({ plan: { amount: 3 }, isUnchanged: false, isOutdated: false });
  });
});
