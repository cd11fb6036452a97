import fc from 'fast-check';
import { OPENED_VERSION } from '../../../../src/plugins/content-delivery/contracts/editing';
import {
  rebasedOnLoad,
  rebasedOnSave,
  typedByNow,
} from '../../../../src/plugins/content-delivery/admin/src/edit-view/rebase/rebase';
import type { Values } from '../../../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/merge';

const NOTHING = { connect: [], disconnect: [] };
const pick = (documentId: string) => ({ id: documentId, documentId, name: documentId });

describe('what is typed while a save is under way', () => {
  const sent = { title: 'One', content: '<p>a</p>', slug: null, tags: NOTHING };

  it('stands on top of what was saved', () => {
    const typed = { ...sent, content: '<p>ab</p>' };
    const stored = { ...sent, slug: 'one', [OPENED_VERSION]: { savedAt: '2' } };
    expect(rebasedOnSave(sent, typed, stored)).toEqual({ ...stored, content: '<p>ab</p>' });
  });

  it('keeps what the server made of a field that was left alone', () => {
    expect(rebasedOnSave({ title: ' One ' }, { title: ' One ' }, { title: 'One' })).toEqual({ title: 'One' });
  });

  it('picks no entry twice, and takes out again what was sent and removed', () => {
    const before = { website: { connect: [pick('a')], disconnect: [] } };
    const more = { website: { connect: [pick('a'), pick('b')], disconnect: [] } };
    expect(rebasedOnSave(before, more, { website: NOTHING })).toEqual({
      website: { connect: [pick('b')], disconnect: [] },
    });
    expect(rebasedOnSave(before, { website: NOTHING }, { website: NOTHING })).toEqual({
      website: { connect: [], disconnect: [pick('a')] },
    });
  });

  it('loses nothing, whatever fields are typed into', () => {
    const values = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.string(), { minKeys: 4 });
    fc.assert(
      fc.property(values, values, values, (before, typed, stored) => {
        const after = rebasedOnSave(before, typed, stored);
        for (const field of ['a', 'b', 'c', 'd'])
          expect(after[field]).toBe(before[field] === typed[field] ? stored[field] : typed[field]);
      }),
    );
  });
});

describe('what is typed by the time that an answer gets into the form', () => {
  const opened = { title: 'One', content: 'a' };
  const sent = { title: 'One', content: 'ab' };
  const before = { initialValues: opened, values: { title: 'The One', content: 'abc' } };

  it('is what was typed before it, with the keys on top of it', () => {
    expect(
      typedByNow(before, { initialValues: sent, values: { title: 'One', content: 'abd' } }, sent),
    ).toEqual({ title: 'The One', content: 'abd' });
  });

  it.each([
    ['what was sent is on top of what was stored before', opened, sent],
    ['what was stored before is on top of what was sent', sent, opened],
    ['what was sent is on top of what another one has stored', { title: 'One', content: 'x' }, sent],
    ['all is there still', sent, before.values],
  ])('loses nothing when %s', (_what, initialValues, values) => {
    expect(typedByNow(before, { initialValues, values: { ...values } }, sent)).toEqual(before.values);
  });
});

describe('what is typed while another version is loaded', () => {
  const opened: Values = { title: 'One', slug: 'one', [OPENED_VERSION]: { savedAt: '1' } };

  it('stands on top of the other version', () => {
    const loaded = { ...opened, slug: 'uno', [OPENED_VERSION]: { savedAt: '2' } };
    expect(rebasedOnLoad(opened, { ...opened, title: 'Two' }, loaded)).toEqual({ ...loaded, title: 'Two' });
  });

  it('is not saved unseen over a field that both have changed', () => {
    const loaded = { ...opened, title: 'Three', [OPENED_VERSION]: { savedAt: '2' } };
    expect(rebasedOnLoad(opened, { ...opened, title: 'Two' }, loaded)).toEqual({ ...opened, title: 'Two' });
    // Where both have made the same of it, there is nothing to see.
    expect(rebasedOnLoad(opened, { ...opened, title: 'Three' }, loaded)).toEqual(loaded);
  });

  it('is joined with what has changed in other passages of a text, which is no conflict', () => {
    const before = { ...opened, content: '<p>A</p><p>B</p>' };
    const typed = { ...before, content: '<p>A</p><p>mine</p>' };
    const loaded = { ...before, content: '<p>newer</p><p>B</p>', [OPENED_VERSION]: { savedAt: '2' } };
    const joined = '<p>newer</p><p>mine</p>';
    expect(rebasedOnLoad(before, typed, loaded)).toEqual({ ...loaded, content: joined });
    // The same passage in both: what was typed stays, and saving is refused.
    const touching = { ...loaded, content: '<p>newer</p><p>newer too</p>' };
    expect(rebasedOnLoad(before, typed, touching)).toEqual({ ...before, content: joined });
  });
});
