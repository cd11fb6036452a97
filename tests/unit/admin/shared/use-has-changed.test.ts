/** @jest-environment jsdom */
import { renderHook } from './rendered-hook';

// Its types are those of a browser, which tests do not have.
const { useHasChanged } = jest.requireActual<{ useHasChanged(...values: unknown[]): boolean }>(
  '../../../../src/plugins/content-delivery/admin/src/shared/use-has-changed',
);

describe('what was typed into a dialog', () => {
  it('is there while anything differs from what it was at first', async () => {
    const hook = renderHook((values: unknown[]) => useHasChanged(...values));
    await hook.render(['', new Date(0), ['a']]);
    expect(hook.latest()).toBe(false);
    await hook.render(['', new Date(1), ['a']]);
    expect(hook.latest()).toBe(true);
    await hook.render(['', new Date(0), ['a', 'b']]);
    expect(hook.latest()).toBe(true);
    await hook.render(['', new Date(0), ['a']]);
    expect(hook.latest()).toBe(false);
    await hook.unmount();
  });
});
