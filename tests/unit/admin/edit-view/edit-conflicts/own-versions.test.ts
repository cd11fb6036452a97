import {
  afterSave,
  versionToSend,
  type OwnSaves,
} from '../../../../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/own-versions';

describe('the version that a save carries', () => {
  it('is the one that the form was loaded with', () => {
    expect(versionToSend('one', undefined)).toBe('one');
  });

  it('is that of the last own save, while the form has not loaded what that has stored', () => {
    let own: OwnSaves | undefined = afterSave('one', 'two', undefined);
    expect(versionToSend('one', own)).toBe('two');
    own = afterSave('one', 'three', own);
    expect(versionToSend('one', own)).toBe('three');
  });

  it('is the form’s own again once it was loaded anew, whoever saved last', () => {
    const own = afterSave('one', 'two', undefined);
    expect(versionToSend('two', own)).toBe('two');
    expect(versionToSend('by somebody else', own)).toBe('by somebody else');
    expect(versionToSend('one', afterSave('two', 'three', own))).toBe('one');
  });
});

describe('versions that a tab has replaced itself', () => {
  it('stay known, also those that no form carried', () => {
    let own = afterSave('one', 'two', undefined);
    // The form has not loaded "two" yet.
    own = afterSave('one', 'three', own);
    expect([...own.superseded]).toEqual(['one', 'two']);
    own = afterSave('three', 'four', own);
    expect([...own.superseded]).toEqual(['one', 'two', 'three']);
  });
});
