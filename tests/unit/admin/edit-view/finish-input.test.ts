/** @jest-environment jsdom */
// Their types are those of a browser, which tests do not have.
const { finishBeforeSaving, finishInputsFirst } = jest.requireActual<{
  finishBeforeSaving(finish: () => Promise<boolean> | null): () => void;
  finishInputsFirst(): void;
}>('../../../../src/plugins/content-delivery/admin/src/edit-view/finish-input');
const { ENTRY_ACTIONS } = jest.requireActual<{ ENTRY_ACTIONS: string }>(
  '../../../../src/plugins/content-delivery/admin/src/edit-view/save-bar/whole-window',
);
interface Button {
  name: string;
  click(): void;
}
const { document, requestAnimationFrame } = globalThis as unknown as {
  document: {
    body: {
      innerHTML: string;
      addEventListener(type: 'click', listen: (event: { target: Button }) => void): void;
    };
    querySelector(selector: string): Button | null;
  };
  requestAnimationFrame(run: (at: number) => void): void;
};

/** An input that the server is finishing, until `settle` says how that ended. */
const finishing = () => {
  let settle: (outcome: boolean) => void = () => undefined;
  let end: Promise<boolean> | null = new Promise((resolve) => (settle = resolve));
  const stop = finishBeforeSaving(() => end);
  return {
    stop,
    settle: async (outcome: boolean): Promise<void> => {
      settle(outcome);
      end = null;
      // Two frames, and what waits for them.
      for (let frames = 0; frames < 4; frames += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve));
    },
  };
};

describe('a button that is pressed while an input is being finished', () => {
  const presses: string[] = [];
  const press = (...names: string[]): void => {
    for (const name of names) document.querySelector(`button[name="${name}"]`)?.click();
  };
  beforeAll(() => {
    document.body.innerHTML = `<main><button name="other"></button></main><aside><div ${ENTRY_ACTIONS}></div>
      <button name="save"></button><button name="publish"></button></aside>`;
    finishInputsFirst();
    document.body.addEventListener('click', ({ target }) => presses.push(target.name));
  });
  beforeEach(() => presses.splice(0));

  it('does once what it does, however often it was pressed', async () => {
    const input = finishing();
    press('save', 'save', 'save');
    expect(presses).toEqual([]);
    await input.settle(true);
    expect(presses).toEqual(['save']);
    press('save');
    expect(presses).toEqual(['save', 'save']);
    input.stop();
  });

  it('saves once, as was said last, and does what another button does as well', async () => {
    const input = finishing();
    press('save', 'other', 'publish', 'other');
    await input.settle(true);
    expect(presses.sort()).toEqual(['other', 'publish']);
    input.stop();
  });

  it('does nothing where the input cannot be finished, and can be pressed again', async () => {
    const input = finishing();
    press('save');
    await input.settle(false);
    expect(presses).toEqual([]);
    press('save');
    expect(presses).toEqual(['save']);
    input.stop();
  });
});
