import { OPENED_VERSION } from '../../../../../src/plugins/content-delivery/contracts/editing';
import {
  openedBy,
  rememberOpened,
} from '../../../../../src/plugins/content-delivery/admin/src/edit-view/edit-conflicts/opened-versions';

const version = (savedAt: string, title: string) => ({ title, [OPENED_VERSION]: { savedAt } });

describe('what a form was opened with', () => {
  it('is known once it has been loaded anew', () => {
    const [first, second] = [version('1', 'One'), version('2', 'Two')];
    rememberOpened('post', 'a', first);
    rememberOpened('post', 'a', second);
    const form = { values: version('1', 'Mine'), initialValues: second };
    expect(openedBy('post', 'a', form)).toBe(first);
    expect(openedBy('post', 'b', form)).toBe(second);
    expect(openedBy('post', 'a', { values: { title: 'New' }, initialValues: {} })).toEqual({});
  });

  it('is forgotten for others in time', () => {
    rememberOpened('post', 'a', version('1', 'One'));
    for (let number = 0; number < 20; number += 1) rememberOpened('post', String(number), version('1', 'x'));
    const initialValues = version('2', 'Two');
    expect(openedBy('post', 'a', { values: version('1', 'Mine'), initialValues })).toBe(initialValues);
    expect(openedBy('post', '0', { values: version('1', 'Mine'), initialValues })).toEqual(version('1', 'x'));
  });
});
