/** @jest-environment jsdom */
import { renderHook } from './rendered-hook';

interface Focusable {
  focus(): void;
  remove(): void;
}
const { document, Event } = globalThis as unknown as {
  document: {
    body: { innerHTML: string };
    activeElement: Focusable;
    querySelector(what: string): Focusable;
  };
  Event: new (type: string, options: object) => { defaultPrevented: boolean };
};
// Its types are those of a browser, which tests do not have.
const { useFocusReturn } = jest.requireActual<{ useFocusReturn(): (event: unknown) => void }>(
  '../../../../src/plugins/content-delivery/admin/src/shared/use-focus-return',
);

describe('when a dialog closes', () => {
  const [before, inside, other] = ['#before', '#inside', '#other'];
  /** Opens a dialog over what has the focus, and closes it. @returns whether the focus was given back */
  const close = async (meanwhile: () => void = () => undefined): Promise<boolean> => {
    document.body.innerHTML = '<input id="before"><input id="other"><input id="inside">';
    document.querySelector(before).focus();
    const dialog = renderHook(useFocusReturn);
    await dialog.render(undefined);
    document.querySelector(inside).focus();
    meanwhile();
    document.querySelector(inside).remove();
    const event = new Event('close', { cancelable: true });
    dialog.latest()(event);
    await dialog.unmount();
    return event.defaultPrevented;
  };

  it('gives the focus back to what had it', async () => {
    expect(await close()).toBe(true);
    expect(document.activeElement).toBe(document.querySelector(before));
  });

  it('leaves it to what has taken it meanwhile, and where there is nothing to give it to', async () => {
    expect(await close(() => document.querySelector(other).focus())).toBe(false);
    expect(document.activeElement).toBe(document.querySelector(other));
    expect(await close(() => document.querySelector(before).remove())).toBe(false);
  });
});
