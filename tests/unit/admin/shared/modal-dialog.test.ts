/** @jest-environment jsdom */
import { renderPanel } from './rendered-panel';

jest.mock('@strapi/strapi/admin', () => ({ useNotification: () => ({ toggleNotification: jest.fn() }) }));

// Their types are those of a browser, which tests do not have.
const PANEL = '../../../../src/plugins/content-delivery/admin/src';
const { ModalDialog } = jest.requireActual<{ ModalDialog: unknown }>(`${PANEL}/shared/ModalDialog`);
const { SecretDialog } = jest.requireActual<{ SecretDialog: unknown }>(
  `${PANEL}/websites/webhooks/SecretDialog`,
);

describe('a dialog', () => {
  const onClose = jest.fn();
  let panel: ReturnType<typeof renderPanel>;
  beforeEach(() => {
    onClose.mockReset();
    panel = renderPanel();
  });
  afterEach(() => panel.leave());

  it('is closed by Escape and by a click beside it', async () => {
    await panel.render(ModalDialog, { title: 'Title', onClose });
    await panel.escape();
    expect(onClose).toHaveBeenCalledTimes(1);
    await panel.clickBeside();
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('that is kept is closed by its buttons alone', async () => {
    await panel.render(ModalDialog, { title: 'Title', isKept: true, leave: 'Leave', onClose });
    await panel.escape();
    await panel.clickBeside();
    expect(onClose).not.toHaveBeenCalled();
    await panel.press('Leave');
    expect(onClose).toHaveBeenCalledTimes(1);
    await panel.press('dialog.close');
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('with a secret is kept, and begins at the secret', async () => {
    await panel.render(SecretDialog, { secret: 'shown once', onClose });
    expect(panel.focused().value).toBe('shown once');
    await panel.escape();
    await panel.clickBeside();
    expect(onClose).not.toHaveBeenCalled();
  });
});
